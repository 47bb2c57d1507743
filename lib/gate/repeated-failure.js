/**
 * The repeated-failure gate: counts failures of the same kind in a session and says, now and then,
 * what to do differently. Never changes a result. A turn of the user resets nothing.
 */
import { LRUCache } from 'lru-cache';
import { failureOf } from "./failure/outcome.js";
import { createRepeatChain } from "./failure/reminder.js";
import { signatureOf } from "./failure/signature.js";
import { repeatedText } from "./failure/words.js";
import { verdictOf } from "./verdict.js";
/** Different failures remembered per session. */
export const MAX_SIGNATURES = 512;
export function createRepeatedFailureGate(deps) {
    const { repeatThreshold: threshold, repeatCooldown: cooldown } = deps.settings;
    const on = threshold > 0 && deps.mode !== 'off';
    const sessions = deps.perSession(() => ({ counts: new LRUCache({ max: MAX_SIGNATURES }), chain: createRepeatChain() }));
    return {
        name: 'repeated-failure',
        kind: 'gate',
        points: ['result'],
        mode: on ? deps.mode : 'off',
        hash: () => null,
        applies: input => on && input.point === 'result' && input.command !== null && input.result !== null,
        status: () => ({ active: on, detail: on ? `at ${threshold} failures of one kind${cooldown > 0 ? `, then every ${cooldown}` : ', once'}` : 'off: repeatThreshold is 0' }),
        judge: (input, run) => Promise.resolve(judge(deps, sessions.of(input.session), input, run)),
    };
}
function judge(deps, state, input, run) {
    const began = deps.clock.now();
    const hostSpeaks = state.chain.observe(input, deps.hostReminder());
    if (input.command === null || input.result === null)
        return verdictOf(deps.clock, began);
    const failure = failureOf(input.command, input.result, deps.wasRefused(input));
    if (failure === null)
        return verdictOf(deps.clock, began);
    deps.counters.add('failuresObserved');
    const { key, folded } = signatureOf(input.command.name, failure);
    const count = (state.counts.get(key) ?? 0) + 1;
    state.counts.set(key, count);
    // What is due while the host speaks is left out, not put off: the model has just been told to stop repeating.
    if (!isDue(count, deps.settings) || hostSpeaks)
        return verdictOf(deps.clock, began);
    if (run.mode === 'enforce')
        deps.counters.add('repeatNotices');
    return verdictOf(deps.clock, began, { actions: [{ kind: 'notice', text: repeatedText(input.command.name, failure.failureClass, count, folded) }] });
}
function isDue(count, settings) {
    const beyond = count - settings.repeatThreshold;
    return beyond === 0 || (beyond > 0 && settings.repeatCooldown > 0 && beyond % settings.repeatCooldown === 0);
}
