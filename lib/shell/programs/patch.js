import { patchedFiles } from "../patch-text.js";
import { exact, lastSegment, textOf } from "../field.js";
import { parseOptions } from "../options.js";
import { NOTHING } from "../redirects.js";
/** The text of a patch: on standard input, written by this command, or on disk. */
export function patchText(call, file) {
    if (file === null || file.text === '-')
        return call.stdin?.guess ?? null;
    const path = call.machine.absolute(call.world, file);
    if (path === null)
        return null;
    const known = call.world.texts.get(path) ?? call.machine.ask('text', path);
    return typeof known === 'string' ? known : null;
}
/** `-pN` strips N names off the front; without it every usual count is a candidate. */
export function strippedNames(path, strip, alsoPlain) {
    const segments = path.split('/');
    if (strip !== null)
        return segments.length > strip ? [segments.slice(strip).join('/')] : [];
    return [...new Set([path, segments.slice(1).join('/'), ...alsoPlain ? [lastSegment(path)] : []])].filter(name => name !== '');
}
const patch = (call) => {
    const options = parseOptions(call.args, {
        short: 'pidorBDFgVxYzZ', long: ['strip', 'input', 'directory', 'output', 'reject-file', 'prefix', 'suffix', 'fuzz'],
    });
    if (options.has('dry-run'))
        return NOTHING;
    const output = options.value('o', 'output');
    const [file, patchFile] = options.operands;
    if (output !== null)
        call.machine.write(call.world, output);
    if (file !== undefined) {
        call.machine.write(call.world, file);
        return NOTHING;
    }
    const text = patchText(call, patchFile ?? options.value('i', 'input'));
    const strip = textOf(options.value('p', 'strip') ?? undefined);
    const folder = call.machine.absolute(call.world, options.value('d', 'directory') ?? exact('.'));
    if (text === null || folder === null)
        return NOTHING;
    for (const path of patchedFiles(text)) {
        const names = strippedNames(path, strip === null ? null : Number(strip), true);
        names.forEach(name => call.machine.write(call.world, exact(call.machine.resolve(folder, name))));
    }
    return NOTHING;
};
export const PATCH_PROGRAMS = { patch, gpatch: patch };
