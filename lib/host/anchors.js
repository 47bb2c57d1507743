/** The events that each Point needs, and who emits them. */
const NEEDED = {
    start: { agent: ['agent/inbox/claimed', 'agent/pre-step'], prompt: ['system-prompt/assemble'] },
    command: { tools: ['tools/pre-execute'] },
    result: { tools: ['tools/post-execute', 'tools/result'] },
    stop: { agent: ['agent/turn-stopping'] },
    terminate: { agent: ['agent/turn-stopping'], tools: ['tools/result'] },
};
export function createAnchorCheck(ctx) {
    const called = new Set();
    let driver = null;
    const lacks = (emitter, event) => !called.has(event) && emitter !== null && emitter !== undefined && namesNoSuchEvent(emitter, event);
    return {
        seen(event) { called.add(event); },
        driver(agent) { driver ??= agent; },
        missing(point) {
            const need = NEEDED[point];
            return [
                ...(need.tools ?? []).filter(event => lacks(ctx.tools, event)),
                ...(need.prompt ?? []).filter(event => lacks(ctx.get('systemPrompt'), event)),
                ...(need.agent ?? []).filter(event => lacks(driver, event)),
                ...point === 'command' && typeof ctx.tools.guard !== 'function' ? ['tools.guard'] : [],
            ];
        },
    };
}
/** Only a class whose code can be read and names events of this family, but not this one, counts as lacking it. */
function namesNoSuchEvent(emitter, event) {
    const family = event.slice(0, event.indexOf('/') + 1);
    const code = classText(emitter);
    return code.includes(`'${family}`) || code.includes(`"${family}`) ? !code.includes(event) : false;
}
function classText(emitter) {
    const made = Object.getPrototypeOf(emitter);
    const constructor = typeof made === 'object' && made !== null ? made.constructor : undefined;
    return typeof constructor === 'function' ? Function.prototype.toString.call(constructor) : '';
}
