export function lookUp(table, name) {
    return Object.hasOwn(table, name) ? table[name] ?? null : null;
}
