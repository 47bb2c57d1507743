/**
 * Words that wait for the model, per session: in order, identical ones merged, bounded, handed out
 * once. Does not deliver: who takes them has to bring them to the model.
 */
import { cut } from "../base/text.js";
/** Notices that wait at most; the oldest stay, later ones are counted. */
export const MAX_PENDING = 50;
/** UTF-16 units of one notice. */
export const MAX_NOTICE = 4_000;
/** @param changed called after each change, so that what waits can be kept on disk. */
export function createNoticeQueue(counters, changed, initial = []) {
    let waiting = initial.slice(0, MAX_PENDING);
    let dropped = 0;
    const put = (notice) => {
        const at = waiting.findIndex(other => other.text === notice.text && other.guard === notice.guard && other.skill === notice.skill);
        const same = waiting[at];
        if (same !== undefined) {
            waiting[at] = { ...same, count: same.count + 1 };
        }
        else if (waiting.length >= MAX_PENDING) {
            dropped += 1;
            counters.add('noticesDropped');
            return;
        }
        else {
            waiting.push(notice);
        }
        counters.add('noticesQueued');
        changed();
    };
    const handOut = (taken, rest) => {
        if (taken.length === 0)
            return [];
        const all = dropped === 0 ? taken : [...taken, { guard: 'shooty', text: droppedText(dropped), skill: null, count: 1 }];
        waiting = rest;
        dropped = 0;
        counters.add('noticesDelivered', total(taken));
        changed();
        return all;
    };
    return {
        add(guard, text) {
            const words = cut(text.trim(), MAX_NOTICE);
            if (words !== '')
                put({ guard, text: words, skill: null, count: 1 });
        },
        addSkill(guard, skill, text) { put({ guard, text, skill, count: 1 }); },
        take: () => handOut(waiting, []),
        takeNotices: () => handOut(waiting.filter(notice => notice.skill === null), waiting.filter(notice => notice.skill !== null)),
        putBack(notices) {
            if (notices.length === 0)
                return;
            counters.add('noticesDelivered', -total(notices));
            waiting = [...notices, ...waiting];
            changed();
        },
        pending: () => waiting,
        dropped: () => dropped,
    };
}
function total(notices) {
    return notices.reduce((sum, notice) => sum + notice.count, 0);
}
function droppedText(count) {
    return `${count} further ${count === 1 ? 'notice was' : 'notices were'} left out: too many were waiting.`;
}
