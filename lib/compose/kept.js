/** The memory of one mount that outlives its re-mounts: sessions, counters, records, what is in flight. */
import { randomUUID } from 'node:crypto';
import { createNoticeQueue } from "../notice/queue.js";
import { createAgentStates } from "../state/agent-state.js";
import { createCounters } from "../state/counters.js";
import { createMetrics } from "../state/metrics.js";
import { createNotes } from "../state/notes.js";
import { createSessionRegistry } from "../state/per-session.js";
import { createTokenBook } from "../state/tokens.js";
import { createSessionFiles } from "../state/session-file.js";
import { createAgentBook } from "../host/agents.js";
import { createDelivery } from "../host/delivery.js";
/**
 * @param folder where sessions are kept on disk.
 * @param report told of failures, in words for the human.
 */
export function createKept(maxSessions, folder, report) {
    const registry = createSessionRegistry(maxSessions);
    const counters = createCounters();
    const stores = new Map();
    const files = createSessionFiles(folder, report);
    return {
        registry,
        counters,
        files,
        states: createAgentStates({ registry, files, createQueue: (changed, initial) => createNoticeQueue(counters, changed, initial) }),
        metrics: createMetrics(),
        notes: createNotes(),
        tokens: createTokenBook(),
        agents: createAgentBook(registry),
        delivery: createDelivery(randomUUID),
        turns: new WeakMap(),
        storeFor: (part) => (create) => {
            const known = stores.get(part);
            if (known !== undefined)
                return known;
            const fresh = registry.store(create);
            stores.set(part, fresh);
            return fresh;
        },
    };
}
