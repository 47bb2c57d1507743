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
    let waiting = [];
    let dropped = 0;
    let arrivals = 0;
    // What was handed out comes back piece by piece and in any order; this is how it finds its place.
    const arrival = new WeakMap();
    const markers = new WeakMap();
    /** Into the list, merged with the same words; false when there is no room. */
    const keep = (notice) => {
        const at = waiting.findIndex(other => other.text === notice.text && other.guard === notice.guard && other.skill === notice.skill);
        const same = waiting[at];
        if (same === undefined && waiting.length >= MAX_PENDING) {
            dropped += notice.count;
            counters.add('noticesDropped', notice.count);
            return false;
        }
        const kept = same === undefined ? notice : { ...same, count: same.count + notice.count };
        arrival.set(kept, arrival.get(same ?? notice) ?? arrivals++);
        if (same === undefined)
            waiting.push(kept);
        else
            waiting[at] = kept;
        return true;
    };
    const put = (notice) => {
        if (!keep(notice))
            return false;
        counters.add('noticesQueued');
        changed();
        return true;
    };
    /** Says how many were left out; counted again when it comes back. */
    const marker = () => {
        const notice = { guard: 'shooty', text: droppedText(dropped), skill: null, count: 1 };
        markers.set(notice, dropped);
        return notice;
    };
    const handOut = (taken, rest) => {
        if (taken.length === 0)
            return [];
        const all = dropped === 0 ? taken : [...taken, marker()];
        waiting = rest;
        dropped = 0;
        counters.add('noticesDelivered', total(taken));
        changed();
        return all;
    };
    for (const notice of initial)
        keep(notice);
    return {
        add(guard, text) {
            const words = cut(text.trim(), MAX_NOTICE);
            if (words !== '')
                put({ guard, text: words, skill: null, count: 1 });
        },
        addSkill: (guard, skill, text) => put({ guard, text, skill, count: 1 }),
        take: () => handOut(waiting, []),
        takeNotices: () => handOut(waiting.filter(notice => notice.skill === null), waiting.filter(notice => notice.skill !== null)),
        putBack(notices) {
            if (notices.length === 0)
                return;
            for (const notice of notices)
                dropped += markers.get(notice) ?? 0;
            const back = notices.filter(notice => !markers.has(notice));
            counters.add('noticesDelivered', -total(back));
            const place = (notice) => arrival.get(notice) ?? -1;
            const all = [...back, ...waiting].sort((a, b) => place(a) - place(b));
            waiting = [];
            for (const notice of all)
                keep(notice);
            changed();
        },
        pending: () => [...waiting],
        dropped: () => dropped,
    };
}
function total(notices) {
    return notices.reduce((sum, notice) => sum + notice.count, 0);
}
function droppedText(count) {
    return `${count} further ${count === 1 ? 'notice was' : 'notices were'} left out: too many were waiting.`;
}
