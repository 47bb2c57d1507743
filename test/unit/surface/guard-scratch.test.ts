import { describe, expect, it } from 'vitest'
import { commandWorld } from '../../support/session/guard-command.ts'
import { session, subagent } from '../../support/session/states.ts'

const GRAMMAR = 'status takes [session] [set <key> <value> | del <key> | clear]'

describe('status', () => {
  it('shows the loop scratch, and with session the one that is shared', async () => {
    const world = commandWorld()
    expect((await world.say('status')).text).toBe('loop scratch: empty')
    world.states.of(session()).loop.set('asked', { times: 2 })
    world.states.of(session()).shared.set('a key', 'text')
    world.states.of(session()).shared.set('b', null)
    expect(await world.say('status')).toEqual({ ok: true, text: 'loop scratch: 1 key, 21 of 65536 bytes\n  asked = {"times":2}' })
    expect((await world.say('status session')).text).toBe('session scratch: 2 keys, 25 of 65536 bytes\n  "a key" = "text"\n  b = null')
  })

  it('in a subagent\'s session means its own loop and the shared scratch of the root', async () => {
    const world = commandWorld()
    const sub = subagent('sub', 's1')
    await world.say('status set a 1', sub)
    await world.say('status session set b 2', sub)
    expect([world.states.of(sub).loop.all(), world.states.of(session()).loop.all(), world.states.of(session()).shared.all()]).toEqual([{ a: 1 }, {}, { b: 2 }])
  })

  it.each([
    ['status set a 1', 'loop scratch: a = 1', 1], ['status set a {"b": [true]}', 'loop scratch: a = {"b":[true]}', { b: [true] }],
    ['status set a two  words', 'loop scratch: a = "two  words"', 'two  words'], ['status set a "1"', 'loop scratch: a = "1"', '1'], ['STATUS SET a null', 'loop scratch: a = null', null],
  ])('%s: %s', async (line, text, value) => {
    const world = commandWorld()
    expect(await world.say(line)).toEqual({ ok: true, text })
    expect(world.states.of(session()).loop.all()).toEqual({ a: value })
  })

  it('takes a key in quotes', async () => {
    const world = commandWorld()
    expect((await world.say('status session set "a \\"key\\"" 1')).text).toBe('session scratch: "a \\"key\\"" = 1')
    expect(await world.say('status session del "a \\"key\\""')).toEqual({ ok: true, text: 'session scratch: empty' })
  })

  it('deletes one key, or all', async () => {
    const world = commandWorld()
    for (const key of ['a', 'b', 'c']) await world.say(`status set ${key} 1`)
    expect((await world.say('status del b')).text).toBe('loop scratch: 2 keys, 13 of 65536 bytes\n  a = 1\n  c = 1')
    expect(await world.say('status del b')).toEqual({ ok: false, text: 'there is no key "b"\nloop scratch: 2 keys, 13 of 65536 bytes\n  a = 1\n  c = 1' })
    expect(await world.say('status clear')).toEqual({ ok: true, text: 'loop scratch: empty' })
    expect(await world.say('status clear')).toEqual({ ok: true, text: 'loop scratch: empty' })
  })

  it('clears only the scratch that is meant', async () => {
    const world = commandWorld()
    await world.say('status set a 1')
    await world.say('status session set b 1')
    await world.say('status session clear')
    expect([world.states.of(session()).loop.all(), world.states.of(session()).shared.all()]).toEqual([{ a: 1 }, {}])
  })

  it.each([
    [`status set ${'k'.repeat(257)} 1`, 'a key must be a text of 1 to 256 characters; nothing was changed\nloop scratch: empty'],
    [`status set k ${'v'.repeat(65_529)}`, 'the store would take 65537 bytes of JSON, at most 65536 are allowed: remove keys or keep less; nothing was changed\nloop scratch: empty'],
    [`status set k ${'['.repeat(51)}${']'.repeat(51)}`, expect.stringMatching(/^the value is nested too deeply at .*; nothing was changed\nloop scratch: empty$/)],
    ['status set a', `set needs a key and a value; ${GRAMMAR}`],
    ['status set', `set needs a key and a value; ${GRAMMAR}`],
    ['status del', `del needs one key (in double quotes when it has spaces); ${GRAMMAR}`],
    ['status del a b', `del needs one key (in double quotes when it has spaces); ${GRAMMAR}`],
    ['status clear a', `clear takes nothing behind it; ${GRAMMAR}`],
    ['status sesion', `status does not know "sesion"; ${GRAMMAR}`],
    ['status session get', `status does not know "get"; ${GRAMMAR}`],
  ])('refuses %.30s', async (line, text) => {
    const world = commandWorld()
    expect(await world.say(line)).toEqual({ ok: false, text })
    expect(world.states.of(session()).loop.all()).toEqual({})
  })

  it('holds exactly what fits', async () => {
    expect((await commandWorld().say(`status set k ${'v'.repeat(65_528)}`)).ok).toBe(true)
  })

  it('shows long values and many keys cut', async () => {
    const world = commandWorld()
    expect((await world.say(`status set long ${'v'.repeat(998)}`)).text).not.toContain('more]')
    expect((await world.say(`status set long ${'v'.repeat(999)}`)).text).toMatch(/… \[\d+ more\]$/)
    for (let number = 0; number < 60; number += 1) world.states.of(session()).loop.set(`k${number}`, 'v'.repeat(900))
    expect((await world.say('status')).text.length).toBeLessThanOrEqual(16_000)
  })
})
