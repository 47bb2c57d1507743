/**
 * The port of a runner that is a worker thread: texts come as messages, a counter in shared memory says
 * that there is one, and the thread sleeps on it, so that a script's host call is synchronous here too.
 */
import { type MessagePort } from 'node:worker_threads';
import type { RunnerPort } from './port.ts';
/** What the pool hands to the thread as `workerData`. */
export interface ThreadData {
    /** Path of the SES bundle. */
    readonly ses: string;
    readonly port: MessagePort;
    /** One Int32: how many messages the host has posted. */
    readonly posted: SharedArrayBuffer;
}
export declare function createThreadPort(data: Pick<ThreadData, 'port' | 'posted'>): RunnerPort;
