/** rm and its kin, and the programs that change who may read or write a file. */
import type { Program, ProgramTable } from '../call.ts'
import type { OptionSpec } from '../options.ts'
import { parseOptions } from '../options.ts'
import { NOTHING } from '../redirects.ts'

const rm: Program = ({ args, world, machine }) => {
  const options = parseOptions(args)
  const deep = options.has('r', 'R', 'recursive')
  options.operands.forEach(target => machine.write(world, target, { kind: 'delete', deep, entry: true }))
  return NOTHING
}

const unlink: Program = ({ args, world, machine }) => {
  parseOptions(args).operands.forEach(target => machine.write(world, target, { kind: 'delete', entry: true }))
  return NOTHING
}

const shred: Program = ({ args, world, machine }) => {
  parseOptions(args, { short: 'ns', long: ['iterations', 'size', 'random-source'] }).operands.forEach(target => machine.write(world, target))
  return NOTHING
}

/** `chmod -w x`: the first operand that looks like a mode is one, even with a dash. */
const chmod: Program = ({ args, world, machine }) => {
  const rest = args.filter(field => !/^-(?:[cfvR]+|-(?!reference).*)$/.test(field.text))
  const deep = args.some(field => /^-[cfv]*R|^--rec/.test(field.text))
  const targets = rest.some(field => field.text.startsWith('--reference')) ? rest.filter(field => !field.text.startsWith('--')) : rest.slice(1)
  targets.forEach(target => machine.write(world, target, { kind: 'mode', deep }))
  return NOTHING
}

/** A program whose operands (after `skip` of them) get other access rights or dates. */
function changesMode(spec: OptionSpec, skip: number): Program {
  return ({ args, world, machine }) => {
    const options = parseOptions(args, spec)
    const targets = options.has('reference') ? options.operands : options.operands.slice(skip)
    targets.forEach(target => machine.write(world, target, { kind: 'mode', deep: options.has('R', 'recursive') }))
    return NOTHING
  }
}

const chattr: Program = ({ args, world, machine }) => {
  args.filter(field => !/^[-+=]/.test(field.text)).forEach(target => machine.write(world, target, { kind: 'mode', deep: args.some(field => field.text === '-R') }))
  return NOTHING
}

const mkdir: Program = ({ args, world, machine }) => {
  parseOptions(args, { short: 'm', long: ['mode'] }).operands.forEach(target => machine.write(world, target))
  return NOTHING
}

const owner = changesMode({ long: ['from'] }, 1)

export const REMOVE_PROGRAMS: ProgramTable = {
  rm, grm: rm, unlink, rmdir: unlink, shred, trash: unlink, 'trash-put': unlink, chmod, chattr, mkdir,
  chown: owner, chgrp: owner,
  setfacl: changesMode({ short: 'mxMX', long: ['modify', 'remove'] }, 0),
  touch: changesMode({ short: 'rdt', long: ['date', 'time', 'reference'] }, 0),
}
