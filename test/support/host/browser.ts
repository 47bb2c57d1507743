/**
 * A real Chromium without a window, driven over its own debugging protocol: a page, text, keys, pictures.
 */
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { cleanEnv, startChild } from './child.ts'

export interface Page {
  /** The value of an expression in the page; must be JSON. */
  evaluate(expression: string): Promise<unknown>
  /** The text that a person sees. */
  text(): Promise<string>
  /** Waits until the page shows a text. */
  shows(pattern: RegExp, timeoutMs?: number): Promise<void>
  /** Clicks the last element of this kind whose whole text or label it is. */
  click(selector: string, label: string): Promise<void>
  /** Types into what has the focus. */
  type(text: string): Promise<void>
  press(key: 'Enter' | 'Escape'): Promise<void>
  /** A picture of what is in sight, as PNG. */
  picture(): Promise<Buffer>
}

export interface Browser {
  open(url: string): Promise<Page>
  close(): Promise<void>
}

/** What is used of a socket; Node has one from 22 on, and the types here are of an older Node. */
interface Socket {
  addEventListener(type: 'open' | 'message' | 'error', listener: (event: { readonly data?: unknown }) => void): void
  send(text: string): void
  close(): void
}

interface Reply { readonly id?: number, readonly result?: Record<string, unknown>, readonly error?: { readonly message: string } }

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']
const FLAGS = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update',
  '--disable-sync', '--remote-debugging-port=0', '--window-size=1100,760', '--lang=en-US',
]
const KEYS = { Enter: { code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' }, Escape: { code: 'Escape', windowsVirtualKeyCode: 27 } }

/** Path of an installed Chromium; null when this machine has none. */
export function findChromium(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap(folder => NAMES.map(name => join(folder, name))).find((path) => {
    try {
      accessSync(path, constants.X_OK)
      return true
    } catch {
      return false
    }
  }) ?? null
}

export async function startBrowser(path: string): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), 'shooty-browser-'))
  const child = startChild(path, [...FLAGS, `--user-data-dir=${profile}`], { cwd: profile, env: cleanEnv({ HOME: profile }), timeoutMs: 170_000 })
  const [, url = ''] = await child.saw(/DevTools listening on (ws:\S+)/)
  const send = await connect(url)
  return {
    async open(address) {
      const { targetId } = await send('Target.createTarget', { url: address })
      const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true })
      return pageOf((method, params) => send(method, params, sessionId as string))
    },
    async close() {
      child.kill('SIGKILL')
      await child.exited
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    },
  }
}

type Send = (method: string, params?: object, sessionId?: string) => Promise<Record<string, unknown>>

async function connect(url: string): Promise<Send> {
  const { WebSocket } = globalThis as unknown as { readonly WebSocket: new (url: string) => Socket }
  const socket = new WebSocket(url)
  const waiting = new Map<number, { resolve(value: Record<string, unknown>): void, reject(error: Error): void }>()
  let ids = 0
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => { resolve() })
    socket.addEventListener('error', () => { reject(new Error('the browser does not answer')) })
  })
  socket.addEventListener('message', ({ data }) => {
    const { id, result, error } = JSON.parse(String(data)) as Reply
    const asked = id === undefined ? undefined : waiting.get(id)
    if (id === undefined || asked === undefined) return
    waiting.delete(id)
    if (error === undefined) asked.resolve(result ?? {})
    else asked.reject(new Error(error.message))
  })
  return (method, params = {}, sessionId) => new Promise((resolve, reject) => {
    ids += 1
    waiting.set(ids, { resolve, reject })
    socket.send(JSON.stringify({ id: ids, method, params, ...sessionId === undefined ? {} : { sessionId } }))
  })
}

function pageOf(send: Send): Page {
  const evaluate = async (expression: string): Promise<unknown> => {
    const answer = await send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true })
    return (answer.result as { readonly value?: unknown }).value
  }
  const text = async (): Promise<string> => String(await evaluate('document.body?.innerText ?? ""'))
  return {
    evaluate, text,
    async shows(pattern, timeoutMs = 30_000) {
      const until = Date.now() + timeoutMs
      for (;;) {
        const now = await text()
        if (pattern.test(now)) return
        if (Date.now() > until) throw new Error(`the page did not show ${pattern} within ${timeoutMs} ms; it shows:\n${now}`)
        await new Promise((resolve) => { setTimeout(resolve, 100) })
      }
    },
    async click(selector, label) {
      const found = await evaluate(`(() => {
        const named = [...document.querySelectorAll(${JSON.stringify(selector)})].filter(one => (one.getAttribute('aria-label') ?? one.innerText ?? '').trim() === ${JSON.stringify(label)})
        named.at(-1)?.click()
        return named.length
      })()`)
      if (found === 0) throw new Error(`there is no ${selector} "${label}" on the page; it shows:\n${await text()}`)
    },
    async type(typed) { await send('Input.insertText', { text: typed }) },
    async press(key) {
      await send('Input.dispatchKeyEvent', { type: 'keyDown', key, ...KEYS[key] })
      await send('Input.dispatchKeyEvent', { type: 'keyUp', key, ...KEYS[key] })
    },
    async picture() {
      const { data } = await send('Page.captureScreenshot', { format: 'png' })
      return Buffer.from(String(data), 'base64')
    },
  }
}
