/** docs/architecture.md says where things are: what can be compared with the sources is. */
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const page = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Rows of the table below a heading, cell by cell. */
function rowsBelow(heading: string): string[][] {
  const [, rest = ''] = page.split(`## ${heading}\n`)
  const lines = (rest.split('\n## ')[0] ?? '').split('\n').filter(line => line.startsWith('| '))
  return lines.slice(2).map(line => line.split('|').slice(1, -1).map(cell => cell.trim()))
}

const quoted = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(match => match[1] ?? '')

/** Whether a file imports another; a program's file is named by the build. */
function leadsTo(from: string, file: string): boolean {
  if (!from.startsWith('src/')) return textOf(from).includes(`'${file.replace(/^src\//, '').replace(/\.ts$/, '.js')}'`)
  const spelled = relative(dirname(from), file).replaceAll('\\', '/')
  return textOf(from).includes(`'${spelled.startsWith('.') ? spelled : `./${spelled}`}'`)
}

describe('the way of one COMMAND call', () => {
  const steps = rowsBelow('The way of one COMMAND call').map(([file = '', name = '', from = '']) => [quoted(file)[0] ?? '', quoted(name)[0] ?? '', quoted(from)[0] ?? ''] as const)

  it('has its steps', () => {
    expect(steps.length).toBeGreaterThan(12)
  })

  it.each(steps)('%s has %s and is reached from %s', (file, name, from) => {
    expect(textOf(file)).toMatch(new RegExp(`\\b${name}\\b`))
    expect(leadsTo(from, file)).toBe(true)
  })

  it('notices a file that does not lead to the next', () => {
    expect(leadsTo('src/point/command.ts', 'src/pool/pool.ts')).toBe(false)
    expect(leadsTo('.ci/build.mjs', 'src/runner/run.ts')).toBe(false)
  })
})

describe('the rooms', () => {
  it('are the folders and files of src, each once', () => {
    const named = rowsBelow('Rooms').flatMap(([cell = '']) => quoted(cell)).map(name => name.replace(/\/$/, ''))
    const there = readdirSync(join(root, 'src')).filter(name => name !== 'index.ts' && name !== 'cli')
    expect([...named].filter(name => name !== 'cli').sort()).toEqual(there.sort())
  })
})

describe('the table of changes', () => {
  const files = [...new Set(rowsBelow('To change one thing').flatMap(([, cell = '']) => quoted(cell)).filter(path => path.includes('/') && !path.includes('…') && !path.startsWith('/')))]

  it('has a row for each kind of change', () => {
    expect(rowsBelow('To change one thing')).toHaveLength(4)
    expect(files.length).toBeGreaterThan(12)
  })

  it.each(files)('names %s, which is there', (path) => {
    expect(existsSync(join(root, path))).toBe(true)
  })
})
