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
    return {
        take(agent, queue, inStep) {
            return queue.take().map((notice) => {
                const id = newId();
                flying.set(id, { notice, agent, inStep });
                return noticeMessage(id, notice);
            });
        },
        arrived(messageId) {
            if (messageId !== undefined)
                flying.delete(messageId);
        },
        lost(messageId, queue) {
            if (messageId !== undefined)
                giveBack([messageId], queue);
        },
        settleCall(sent, kept, queue) {
            const there = new Set(kept?.map(message => message.id));
            giveBack(sent.map(message => String(message.id)).filter(id => !there.has(id)), queue);
        },
        confirmSteps(agent, history, queue) {
            const open = [...flying].filter(([, entry]) => entry.agent === agent && entry.inStep).map(([id]) => id);
            if (open.length === 0)
                return;
            const there = new Set(history().map(message => message.id));
            for (const id of open)
                if (there.has(id))
                    flying.delete(id);
            giveBack(open.filter(id => flying.has(id)), queue);
        },
        forget(agent) {
            for (const [id, entry] of flying)
                if (entry.agent === agent)
                    flying.delete(id);
        },
    };
}
