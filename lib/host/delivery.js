import { noticeMessage } from "./messages.js";
export function createDelivery(newId) {
    const flying = new Map();
    const giveBack = (ids, queue) => {
        const notices = ids.flatMap((id) => {
            const entry = flying.get(id);
            flying.delete(id);
            return entry === undefined ? [] : [entry.notice];
        });
        queue.putBack(notices);
    };
    const idsOf = (agent, stages) => [...flying].filter(([, entry]) => entry.agent === agent && stages.includes(entry.stage)).map(([id]) => id);
    const reconcile = (agent, stages, seen, queue) => {
        const open = idsOf(agent, stages);
        if (open.length === 0)
            return;
        const arrived = new Set(seen.history().map(message => message.id));
        const coming = new Set([...seen.step.map(message => message.id), ...seen.inbox()]);
        for (const id of open)
            if (arrived.has(id))
                flying.delete(id);
        giveBack(open.filter(id => flying.has(id) && !coming.has(id)), queue);
    };
    return {
        take(agent, queue, channel) {
            return queue.take().map((notice) => {
                const id = newId();
                flying.set(id, { notice, agent, stage: channel });
                return noticeMessage(id, notice);
            });
        },
        claimed(messageId) {
            const entry = messageId === undefined ? undefined : flying.get(messageId);
            if (entry !== undefined)
                entry.stage = 'step';
        },
        lost(messageId, queue) {
            if (messageId !== undefined)
                giveBack([messageId], queue);
        },
        settleCall(sent, kept, queue) {
            const there = new Set(kept?.map(message => message.id));
            for (const { id } of sent) {
                const entry = flying.get(String(id));
                if (entry?.stage === 'call')
                    entry.stage = 'inbox';
            }
            giveBack(sent.map(message => String(message.id)).filter(id => !there.has(id)), queue);
        },
        inInbox: agent => idsOf(agent, ['inbox']),
        confirm(agent, seen, queue) { reconcile(agent, ['inbox', 'step'], seen, queue); },
        forget(agent, seen, queue) {
            reconcile(agent, ['call', 'inbox', 'step'], { ...seen, step: [] }, queue);
            for (const [id, entry] of flying)
                if (entry.agent === agent)
                    flying.delete(id);
        },
    };
}
