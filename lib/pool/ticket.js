/**
 * One job on its way through the pool: its clock, its cancellation, and the one report that comes out of
 * it. The clock starts when the job comes in, so that waiting for a runner counts.
 */
import { GuardError } from "../errors.js";
export function createTicket(job, inputText, expected, time, events) {
    const startedAt = time.now();
    let resolve = () => undefined;
    const report = new Promise((settled) => { resolve = settled; });
    const onAbort = () => { events.cancelled(ticket); };
    // The only thing that keeps the host's process alive for a run: runners and pipes never do.
    const stopClock = time.after(job.timeoutMs, () => { events.expired(ticket); }, true);
    job.signal.addEventListener('abort', onAbort, { once: true });
    const ticket = {
        job, inputText, report, ...expected, startedAt, at: null, reran: false, gaveWay: false,
        settle({ fault = null, cancelled = false, logsDropped = 0 }) {
            stopClock();
            job.signal.removeEventListener('abort', onAbort);
            const attempt = ticket.at?.attempt;
            attempt?.close(() => reasonOf(fault, cancelled));
            resolve({ actions: attempt?.actions ?? [], logs: attempt?.logs ?? [], fault, cancelled, logsDropped, ms: time.now() - startedAt });
        },
    };
    return ticket;
}
function reasonOf(fault, cancelled) {
    if (!cancelled && fault?.code === 'timeout')
        return new GuardError('TIMEOUT', fault.message);
    return new GuardError('CANCELLED', 'the guard that asked for this is no longer running');
}
/** A report for a job that never came to a runner. */
export function reportWithoutRun(fault, cancelled) {
    return { actions: [], logs: [], fault, cancelled, logsDropped: 0, ms: 0 };
}
