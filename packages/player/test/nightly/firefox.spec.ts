import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base, expect } from '@playwright/test'
import sharp from 'sharp'
import { PAGES } from '#test/browser/build-player.ts'
import { contentOf, devicePart, groupPart, scheduleOf, zonePage } from '#test/content.ts'
import { startProtocolServer } from '#test/protocol-server.ts'

/** The installed Firefox: Playwright drives only its own builds. */
const FIREFOX = process.env.FIREFOX_PATH ?? found('firefox-esr') ?? found('firefox')

function found(name: string): string | undefined {
  try {
    return execFileSync('which', [name], { encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}

interface Answer {
  result?: unknown
  error?: string
  message?: string
}

/** A Firefox window, driven by WebDriver BiDi. */
async function openFirefox(profile: string) {
  writeFileSync(path.join(profile, 'user.js'), 'user_pref("media.autoplay.default", 0);\n')
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0']
  const browser = spawn(FIREFOX ?? '', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const socket = new WebSocket(`${await addressOf(browser)}/session`)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = () => reject(new Error('Firefox refused the connection'))
  })
  const waiting = new Map<number, (answer: Answer) => void>()
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(String(data)) as Answer & { id?: number }
    if (answer.id) waiting.get(answer.id)?.(answer)
  }
  let last = 0
  const send = <T>(method: string, params: object): Promise<T> =>
    new Promise((resolve, reject) => {
      const id = ++last
      waiting.set(id, ({ result, error, message }) =>
        error ? reject(new Error(`${method}: ${message}`)) : resolve(result as T),
      )
      socket.send(JSON.stringify({ id, method, params }))
    })
  await send('session.new', { capabilities: {} })
  const { contexts } = await send<{ contexts: { context: string }[] }>('browsingContext.getTree', {})
  const context = contexts[0]?.context
  return {
    goto: (url: string) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    evaluate: async (expression: string) =>
      (
        await send<{ result?: { value?: unknown } }>('script.evaluate', {
          expression,
          target: { context },
          awaitPromise: true,
        })
      ).result?.value,
    async colour() {
      const { data } = await send<{ data: string }>('browsingContext.captureScreenshot', { context })
      const image = sharp(Buffer.from(data, 'base64')).removeAlpha().raw()
      const { data: pixels, info } = await image.toBuffer({ resolveWithObject: true })
      const middle = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 3
      return [...pixels.subarray(middle, middle + 3)].map((value) => Math.round(value / 64)).join()
    },
    async close() {
      await send('browser.close', {}).catch(() => undefined)
      socket.close()
      if (browser.exitCode === null) await new Promise((resolve) => browser.once('exit', resolve))
    },
  }
}

const addressOf = (browser: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = ''
    browser.stderr?.on('data', (piece) => {
      said += String(piece)
      const [, address] = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(said) ?? []
      if (address) resolve(address)
    })
    browser.once('exit', () => reject(new Error(`Firefox ended: ${said.slice(-500)}`)))
  })

const test = base.extend<{ profile: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: the first argument of a fixture is a pattern
  profile: async ({}, use) => {
    const profile = mkdtempSync(path.join(tmpdir(), 'vitrine-firefox-'))
    await use(profile)
    rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  },
})

const RED = '4,0,0'
const BLUE = '0,0,4'

test('Firefox pairs, plays images and video, and starts without the server', async ({
  profile,
}, testInfo) => {
  testInfo.skip(!FIREFOX, 'Firefox is not installed: nothing of this was tried')
  const server = await startProtocolServer({ pages: PAGES })
  const address = `http://localhost:${new URL(server.url).port}/`
  const png = await sharp({ create: { width: 640, height: 360, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const file = { sha256: server.addFile(png, 'image/png'), size: png.length, mimetype: 'image/png' }
  const groupOf = (name: string, media: typeof file & { duration?: number }) =>
    groupPart(
      contentOf([{ id: name, items: [{ page: zonePage(`p-${name}`, ['m']), seconds: 30 }] }], { m: media }),
      scheduleOf(name),
    )
  let firefox = await openFirefox(profile)
  try {
    await firefox.goto(address)
    await expect
      .poll(() => firefox.evaluate("document.querySelector('.pairing-code')?.textContent"), {
        timeout: 30_000,
      })
      .toBe('KDMRQX')
    server.claim(groupOf('s', file), devicePart())
    await expect.poll(firefox.colour, { timeout: 30_000 }).toBe(RED)
    const webm = readFileSync(new URL('../browser/media/blue.webm', import.meta.url))
    const film = {
      sha256: server.addFile(webm, 'video/webm'),
      size: webm.length,
      mimetype: 'video/webm',
      duration: 3,
    }
    server.publish('group', groupOf('film', film))
    await expect.poll(firefox.colour, { timeout: 30_000 }).toBe(BLUE)
    const position = () => firefox.evaluate("document.querySelector('video')?.currentTime")
    const before = await position()
    await expect.poll(position).not.toBe(before)
    await expect.poll(() => server.heartbeats.at(-1)?.screen.storage).toBe('cache')
    expect(server.heartbeats.at(-1)?.screen.userAgent).toContain('Firefox')

    await server.close()
    await firefox.close()
    firefox = await openFirefox(profile)
    await firefox.goto(address)
    await expect.poll(firefox.colour, { timeout: 30_000 }).toBe(BLUE)
  } finally {
    await firefox.close()
    await server.close().catch(() => undefined)
  }
})
