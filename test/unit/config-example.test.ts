import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { configNotes, resolveConfig } from '../../src/config/resolve-config.ts'
import { configSchema } from '../../src/config/shape.ts'
import type { SchemaNode } from '../../src/config/walk.ts'
import { compileGuard } from '../../src/guard/compile.ts'

const text = readFileSync(new URL('../../cordis.patch.example.yml', import.meta.url), 'utf8')
const patch = parse(text) as { id: string, config: Record<string, unknown> }[]

/** Every key of a schema as a dotted path; lists and dictionaries are `*`. */
function schemaKeys(schema: SchemaNode, prefix: string): string[] {
  const own = Object.entries(schema.dict ?? {}).flatMap(([key, inner]) => [`${prefix}${key}`, ...schemaKeys(inner, `${prefix}${key}.`)])
  return schema.inner === undefined || schema.inner === null ? own : [...own, ...schemaKeys(schema.inner, `${prefix}*.`)]
}

function exampleKeys(value: unknown, schema: SchemaNode | undefined, prefix: string): string[] {
  if (value === null || typeof value !== 'object' || schema === undefined) return []
  if (schema.dict !== undefined) {
    return Object.entries(value).flatMap(([key, item]) => [`${prefix}${key}`, ...exampleKeys(item, schema.dict?.[key], `${prefix}${key}.`)])
  }
  return Object.values(value).flatMap(item => exampleKeys(item, schema.inner, `${prefix}*.`))
}

describe('the example patch', () => {
  it('overrides the one row by its id and inserts nothing', () => {
    expect(patch.map(row => Object.keys(row))).toEqual([['id', 'config']])
    expect(patch[0]?.id).toBe('shooty')
  })

  it('is a valid configuration without idle keys', () => {
    expect(configNotes(resolveConfig(patch[0]?.config))).toEqual([])
  })

  it('shows every key of the schema, and no other', () => {
    const shown = new Set(exampleKeys(patch[0]?.config, configSchema, ''))
    expect([...shown].sort()).toEqual(schemaKeys(configSchema, '').sort())
    expect(shown.size).toBeGreaterThan(35)
  })

  it('explains every key', () => {
    const lines = text.split('\n')
    const isExplained = (index: number): boolean => {
      const line = lines[index] ?? ''
      if (line.trimStart().startsWith('#')) return true
      // Keys that stand together share the comment above them.
      return /^\s*(- )?\w+:/.test(line) && isExplained(index - 1)
    }
    const keys = lines.flatMap((line, index) => /^\s{4,}(- )?\w+:/.test(line) ? [index] : [])
    expect(keys.filter(index => !isExplained(index)).map(index => lines[index])).toEqual([])
  })

  it('names the defaults that there are', () => {
    const settings = resolveConfig(null)
    for (const [key, value] of Object.entries(settings).filter(([, item]) => typeof item === 'number' || typeof item === 'boolean')) {
      expect(text).toMatch(new RegExp(`\\[${String(value)}\\]\\n\\s*${key}:`))
    }
  })

  it('has inline guards that compile without a warning', () => {
    const bodies = resolveConfig(patch[0]?.config).guards.flatMap(({ name, source }) => source.kind === 'inline' ? [{ name, body: source.body }] : [])
    expect(bodies.length).toBeGreaterThan(0)
    for (const { name, body } of bodies) expect(compileGuard(body, { name, language: 'js' })).toMatchObject({ ok: true, compiled: { warnings: [] } })
  })
})
