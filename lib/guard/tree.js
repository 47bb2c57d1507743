/**
 * Visits every node, parents first, in the order of the text.
 * @param visit also gets whether the node belongs to a function (or class element) inside the script.
 */
export function visitNodes(root, visit) {
    const open = [{ node: root, isInner: false }];
    for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
        const { node, isInner } = entry;
        visit(node, isInner);
        const children = childrenOf(node);
        for (let index = children.length - 1; index >= 0; index--) {
            const [key, child] = children[index];
            open.push({ node: child, isInner: isInner || beginsFunction(node, key) });
        }
    }
}
function childrenOf(node) {
    const children = [];
    for (const [key, value] of Object.entries(node)) {
        for (const item of Array.isArray(value) ? value : [value])
            if (isNode(item))
                children.push([key, item]);
    }
    return children;
}
function isNode(value) {
    return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
/** Computed names of class elements belong to the code around the class. */
function beginsFunction(node, key) {
    switch (node.type) {
        case 'FunctionDeclaration':
        case 'FunctionExpression':
        case 'ArrowFunctionExpression':
        case 'StaticBlock': return true;
        case 'PropertyDefinition': return key === 'value';
        default: return false;
    }
}
