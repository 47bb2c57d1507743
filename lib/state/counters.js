const NAMES = [
    'failuresObserved', 'repeatNotices', 'criticalRefusals', 'repairWrites', 'specChecks', 'postWriteChecks',
    'noticesQueued', 'noticesDelivered', 'noticesDropped', 'tamperRefusals',
];
export function createCounters() {
    const values = new Map(NAMES.map(name => [name, 0]));
    return {
        add(name, by = 1) { values.set(name, (values.get(name) ?? 0) + by); },
        all: () => Object.fromEntries(values),
    };
}
