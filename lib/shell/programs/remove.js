import { parseOptions } from "../options.js";
import { NOTHING } from "../redirects.js";
const rm = ({ args, world, machine }) => {
    const options = parseOptions(args);
    const deep = options.has('r', 'R', 'recursive');
    options.operands.forEach(target => machine.write(world, target, { kind: 'delete', deep, entry: true }));
    return NOTHING;
};
const unlink = ({ args, world, machine }) => {
    parseOptions(args).operands.forEach(target => machine.write(world, target, { kind: 'delete', entry: true }));
    return NOTHING;
};
const shred = ({ args, world, machine }) => {
    parseOptions(args, { short: 'ns', long: ['iterations', 'size', 'random-source'] }).operands.forEach(target => machine.write(world, target));
    return NOTHING;
};
/** `chmod -w x`: the first operand that looks like a mode is one, even with a dash. */
const chmod = ({ args, world, machine }) => {
    const rest = args.filter(field => !/^-(?:[cfvR]+|-(?!reference).*)$/.test(field.text));
    const deep = args.some(field => /^-[cfv]*R|^--rec/.test(field.text));
    const targets = rest.some(field => field.text.startsWith('--reference')) ? rest.filter(field => !field.text.startsWith('--')) : rest.slice(1);
    targets.forEach(target => machine.write(world, target, { kind: 'mode', deep }));
    return NOTHING;
};
/** A program whose operands (after `skip` of them) get other access rights or dates. */
function changesMode(spec, skip) {
    return ({ args, world, machine }) => {
        const options = parseOptions(args, spec);
        const targets = options.has('reference') ? options.operands : options.operands.slice(skip);
        targets.forEach(target => machine.write(world, target, { kind: 'mode', deep: options.has('R', 'recursive') }));
        return NOTHING;
    };
}
const chattr = ({ args, world, machine }) => {
    args.filter(field => !/^[-+=]/.test(field.text)).forEach(target => machine.write(world, target, { kind: 'mode', deep: args.some(field => field.text === '-R') }));
    return NOTHING;
};
const mkdir = ({ args, world, machine }) => {
    parseOptions(args, { short: 'm', long: ['mode'] }).operands.forEach(target => machine.write(world, target));
    return NOTHING;
};
const owner = changesMode({ long: ['from'] }, 1);
export const REMOVE_PROGRAMS = {
    rm, grm: rm, unlink, rmdir: unlink, shred, trash: unlink, 'trash-put': unlink, chmod, chattr, mkdir,
    chown: owner, chgrp: owner,
    setfacl: changesMode({ short: 'mxMX', long: ['modify', 'remove'] }, 0),
    touch: changesMode({ short: 'rdt', long: ['date', 'time', 'reference'] }, 0),
};
