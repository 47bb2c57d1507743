/**
 * The port of a runner that is a worker thread: texts come as messages, a counter in shared memory says
 * that there is one, and the thread sleeps on it, so that a script's host call is synchronous here too.
 */
import { receiveMessageOnPort } from 'node:worker_threads';
export function createThreadPort(data) {
    const posted = new Int32Array(data.posted);
    return {
        read() {
            for (;;) {
                // Read the counter first: a message that comes in between changes it, and the wait returns at once.
                const seen = Atomics.load(posted, 0);
                const received = receiveMessageOnPort(data.port);
                if (received !== undefined)
                    return received.message;
                Atomics.wait(posted, 0, seen);
            }
        },
        write(text) { data.port.postMessage(text); },
    };
}
