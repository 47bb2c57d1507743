/**
 * `npm run bench`: how fast a verdict is, against the ways in which it could be had otherwise. Prints
 * tables and how the goals are met; asserts nothing. `--quick` takes fewer samples.
 */
import { measureBridge } from './bridge.ts'
import { hook, measureVerdicts, NODE_HOOK, SHELL_HOOK } from './verdicts.ts'
import { measureHeadless } from './headless.ts'
import { ms, ratio, sample, table } from './measure.ts'
import type { Sample } from './measure.ts'
import { measureShell } from './shell.ts'
import { measurePipeline } from './pipeline.ts'

const quick = process.argv.includes('--quick')
const count = quick ? 500 : 5000
const shells = quick ? 50 : 300
const nodes = quick ? 10 : 40

function print(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}

print(`Node ${process.versions.node}, ${process.platform} ${process.arch}, ${count} samples per verdict`, '')

const { verdicts, ...more } = await measureVerdicts(count)
const shellHook = await sample(shells, hook('/bin/sh', ['-c', SHELL_HOOK]))
const nodeHook = await sample(nodes, hook(process.execPath, ['-e', NODE_HOOK]))
const [bridge = shellHook] = await measureBridge(shells, [SHELL_HOOK])
const base = verdicts.trivial.p50
const row = (name: string, one: Sample): string[] => [name, ms(one.p50), ms(one.p99), ratio(one.p50 / base)]

print(table(['one decision', 'p50 ms', 'p99 ms', 'times the trivial guard'], [
  row('a listener in the host\'s own process', more.inProcess),
  row('trivial guard', verdicts.trivial),
  row('the same, refusing', verdicts.refusing),
  row('typical guard (patterns, scratch)', verdicts.typical),
  row('guard of 1,000 lines', verdicts.long),
  row('guard with one host call', verdicts.hostCall),
  row('guard that reads `shell` of an ordinary command', verdicts.reading),
  row('ten trivial guards in a row', more.ten),
  row('a command hook in `/bin/sh`', shellHook),
  row('`/bin/sh -c true`', await sample(shells, hook('/bin/sh', ['-c', 'true']))),
  row('the `/bin/sh` hook, by the host\'s Claude Code hook bridge', bridge),
  row('a command hook in `node`', nodeHook),
  row('`node -e 0`', await sample(nodes, hook(process.execPath, ['-e', '0']))),
  row('first verdict after load', more.first),
]), '')

const pipeline = await measurePipeline(quick ? 300 : 2000)
const against = (name: string, one: Sample): string[] => [name, ms(one.p50), ms(one.p99), `${((one.p50 / pipeline.bare.p50 - 1) * 100).toFixed(1)} %`]
print(table(['one call through the host\'s tool pipeline', 'p50 ms', 'p99 ms', 'more than without Shooty'], [
  against('without Shooty', pipeline.bare),
  against('Shooty without guards and gates', pipeline.withoutGuards),
  against('Shooty with its gates', pipeline.gatesOnly),
  against('the gate on destructive commands alone', pipeline.destructiveOnly),
  against('one trivial guard', pipeline.oneGuard),
  against('ten trivial guards', pipeline.tenGuards),
]), '')

const shell = await measureShell(quick ? 1 : 5)
print(table([`reading one of ${shell.count} shell commands`, 'p50 ms', 'p99 ms', 'worst ms'], [['their commands and writes', ms(shell.p50), ms(shell.p99), ms(shell.worst)]]), `worst: ${JSON.stringify(shell.worstCommand)}`, '')

print(table(['runners', 'typical verdicts per second'], more.throughput.map(one => [String(one.runners), one.perSecond.toFixed(0)])), '')
print(table(['resident memory', ''], [['one runner, MiB', more.runnerMb.toFixed(0)], ['each further typical guard in it, KiB', more.guardKb.toFixed(0)]]), '')

const headless = await measureHeadless(quick ? 1 : 5)
print(table(['a headless run with one tool call', 'p50 ms'], [['without Shooty', ms(headless.without.p50)], ['with one COMMAND guard', ms(headless.with.p50)]]), '')

const overhead = (pipeline.withoutGuards.p50 / pipeline.bare.p50 - 1) * 100
const goal = (what: string, wanted: number, got: number, unit: string, more = false): string[] => [what, `${more ? '≥' : '≤'} ${wanted} ${unit}`, `${ms(got)} ${unit}`, (more ? got >= wanted : got <= wanted) ? 'met' : 'missed']
print(table(['goal', 'wanted', 'measured', ''], [
  goal('trivial guard, p50', 0.15, verdicts.trivial.p50, 'ms'),
  goal('trivial guard, p99', 1.5, verdicts.trivial.p99, 'ms'),
  goal('typical guard, p50', 0.15, verdicts.typical.p50, 'ms'),
  goal('typical guard, p99', 1.5, verdicts.typical.p99, 'ms'),
  goal('a `/bin/sh` hook against the trivial guard', 10, shellHook.p50 / base, 'times', true),
  goal('ten guards in a row, p50', 1.5, more.ten.p50, 'ms'),
  goal('first verdict, p50', 300, more.first.p50, 'ms'),
  goal('gate on destructive commands, p50 more than without', 0.5, Math.max(0, pipeline.destructiveOnly.p50 - pipeline.bare.p50), 'ms'),
  goal('pipeline without guards, more than without Shooty', 2, Math.max(0, overhead), '%'),
]))
