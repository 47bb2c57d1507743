export function createTokenBook() {
    const used = new Map();
    return {
        add(guard, input, output) {
            const entry = used.get(guard) ?? { calls: 0, input: 0, output: 0 };
            entry.calls += 1;
            entry.input += input;
            entry.output += output;
            used.set(guard, entry);
        },
        of: guard => ({ ...used.get(guard) ?? { calls: 0, input: 0, output: 0 } }),
    };
}
