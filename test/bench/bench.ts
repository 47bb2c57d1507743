/**
 * `npm run bench`: how fast a verdict is, against the ways in which it could be had otherwise. Prints
 * tables; asserts nothing. `--quick` takes fewer samples.
 */
import { hook, measureVerdicts, NODE_HOOK, SHELL_HOOK } from './verdicts.ts'
import { measureHeadless } from './headless.ts'
import { ms, ratio, sample, table } from './measure.ts'
import type { Sample } from './measure.ts'
import { measurePipeline } from './pipeline.ts'

const quick = process.argv.includes('--quick')
const count = quick ? 500 : 5000

function print(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`)
}

print(`Node ${process.versions.node}, ${process.platform} ${process.arch}, ${count} samples per verdict`, '')

const verdicts = await measureVerdicts(count)
const processes: Readonly<Record<string, Sample>> = {
  'a command hook in `/bin/sh`': await sample(quick ? 50 : 300, hook('/bin/sh', ['-c', SHELL_HOOK])),
  '`/bin/sh -c true`': await sample(quick ? 50 : 300, hook('/bin/sh', ['-c', 'true'])),
  'a command hook in `node`': await sample(quick ? 10 : 40, hook(process.execPath, ['-e', NODE_HOOK])),
  '`node -e 0`': await sample(quick ? 10 : 40, hook(process.execPath, ['-e', '0'])),
}
const base = verdicts.verdicts.trivial.p50
const row = (name: string, one: Sample): string[] => [name, ms(one.p50), ms(one.p99), ratio(one.p50 / base)]

print(table(['one decision', 'p50 ms', 'p99 ms', 'times the trivial guard'], [
  row('a listener in the host\'s own process', verdicts.inProcess),
  row('trivial guard', verdicts.verdicts.trivial),
  row('typical guard (patterns, scratch)', verdicts.verdicts.typical),
  row('guard of 1,000 lines', verdicts.verdicts.long),
  row('guard with one host call', verdicts.verdicts.hostCall),
  ...Object.entries(processes).map(([name, one]) => row(name, one)),
  row('first verdict after load', verdicts.first),
]), '')

const pipeline = await measurePipeline(quick ? 300 : 2000)
const against = (name: string, one: Sample): string[] => [name, ms(one.p50), ms(one.p99), `${((one.p50 / pipeline.bare.p50 - 1) * 100).toFixed(1)} %`]
print(table(['one call through the host\'s tool pipeline', 'p50 ms', 'p99 ms', 'more than without Shooty'], [
  against('without Shooty', pipeline.bare),
  against('Shooty without guards and gates', pipeline.withoutGuards),
  against('Shooty with its gates', pipeline.gatesOnly),
  against('one trivial guard', pipeline.oneGuard),
  against('ten trivial guards', pipeline.tenGuards),
]), '')

print(table(['runners', 'typical verdicts per second'], verdicts.throughput.map(one => [String(one.runners), one.perSecond.toFixed(0)])), '')
print(`resident memory of one runner: ${verdicts.runnerMb.toFixed(0)} MiB`, '')

const headless = await measureHeadless(quick ? 1 : 5)
print(table(['a headless run with one tool call', 'p50 ms'], [['without Shooty', ms(headless.without.p50)], ['with one COMMAND guard', ms(headless.with.p50)]]))
