/** From a job to the frames that a runner gets, within the size that a frame may have. */
import { oneLine } from "../base/text.js";
import { describeThrown } from "../errors.js";
import { MAX_FRAME_TO_RUNNER, frameText, runFrameText } from "../protocol.js";
const MAX_DETAIL = 300;
/** UTF-8 takes at most this many bytes for a UTF-16 unit. */
const MAX_BYTES_PER_UNIT = 3;
/** The input of a run as text, made once for all attempts; or why it cannot be sent. */
export function inputTextOf(job) {
    const { point, task, request, output, round, naturalStop, command, result, session } = job.input;
    const { mode, params, maxRounds, allowTools, now, loopScratch } = job;
    const input = { point, task, request, output, round, maxRounds, naturalStop, command, result, mode, params, session, allowTools, now, loopScratch };
    try {
        const text = JSON.stringify(input);
        return fits(text) ? text : TOO_LARGE;
    }
    catch (error) {
        return { ...TOO_LARGE, message: `what the guard is to judge cannot be written as JSON: ${oneLine(describeThrown(error), MAX_DETAIL)}` };
    }
}
/** The run frame, after the load frame where the runner does not have the guard yet; null when one is too large. */
export function framesOf(job, run, inputText, load) {
    const texts = [runFrameText(run, job.hash, inputText)];
    if (load !== null) {
        const { code, isAsync } = job.compiled;
        texts.unshift(frameText({ t: 'load', hash: job.hash, name: job.guardName, code, isAsync, maxSteps: load.maxSteps }));
    }
    return texts.every(fits) ? texts : null;
}
export const TOO_LARGE = {
    code: 'input_too_large',
    message: `what the guard is to judge takes more than ${MAX_FRAME_TO_RUNNER} bytes`,
    position: null,
};
function fits(text) {
    return text.length <= MAX_FRAME_TO_RUNNER / MAX_BYTES_PER_UNIT || Buffer.byteLength(text) <= MAX_FRAME_TO_RUNNER;
}
