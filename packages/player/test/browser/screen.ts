import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type BrowserContext, test as base, chromium, type Page } from '@playwright/test'
import type { DevicePart, GroupPart } from '@vitrine/contract/api/playback/manifest'
import sharp from 'sharp'
import type { TestFile } from '#test/content.ts'
import { type ProtocolServer, startProtocolServer } from '#test/protocol-server.ts'
import { PAGES } from './build-player.ts'

const FLAGS = [
  '--no-sandbox',
  // As browsers with a window do by default.
  '--site-per-process',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--host-resolver-rules=MAP player.test 127.0.0.1',
]

const fontsOf = (folder: string) =>
  `<fontconfig><dir>${folder}</dir><match target="font"><edit name="hinting"><bool>false</bool></edit></match></fontconfig>`

export interface Tv {
  readonly page: Page
  /** Its browser profile. */
  readonly profile: string
  /** Closes the browser, lets `between` change its profile, and restarts it at the player's address. */
  restart: (origin: string, between?: (profile: string) => void) => Promise<void>
  /** From the next restart on: the folder of the machine's only fonts, smoothed the same way on all machines. */
  withFonts: (folder: string) => void
  /** A second screen with its own browser. */
  another: () => Promise<Page>
  server: ProtocolServer
  /** A secure origin, and an insecure one. */
  secure: string
  insecure: string
  /** Connects the screen that shows a code at `origin` and waits until it plays. */
  connect: (origin: string, group: GroupPart, device: DevicePart) => Promise<void>
  /** Problems that the screen has reported; triggers a report, which would otherwise follow within a minute. */
  problems: () => string
  /** The color in the middle of the screenshot, as `r,g,b` in steps of 64. */
  colour: () => Promise<string>
  image: (colour: string) => Promise<TestFile>
  /** Three seconds of one color. */
  video: (colour: 'red' | 'green' | 'blue') => TestFile
}

export const test = base.extend<{ tv: Tv }>({
  // biome-ignore lint/correctness/noEmptyPattern: the first argument of a fixture is a pattern
  tv: async ({}, use) => {
    const server = await startProtocolServer({ pages: PAGES })
    const screens: Screen[] = []
    const launch = async (profile = mkdtempSync(path.join(tmpdir(), 'vitrine-screen-')), env = {}) => {
      const context = await chromium.launchPersistentContext(profile, {
        env: { ...process.env, ...env } as Record<string, string>,
        executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
        viewport: { width: 640, height: 360 },
        args: FLAGS,
      })
      const screen = { context, profile, page: context.pages()[0] ?? (await context.newPage()) }
      screens.push(screen)
      return screen
    }
    await use(tvOf(server, await launch(), launch))
    for (const { context, profile } of screens) {
      await context.close()
      // Browser processes may still be writing after the browser has closed.
      rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    }
    await server.close().catch(() => undefined)
  },
})

interface Screen {
  context: BrowserContext
  profile: string
  page: Page
}

function tvOf(
  server: ProtocolServer,
  first: Screen,
  launch: (profile?: string, env?: object) => Promise<Screen>,
): Tv {
  const { port } = new URL(server.url)
  let screen = first
  let news = 0
  let env = {}
  return {
    get page() {
      return screen.page
    },
    get profile() {
      return screen.profile
    },
    withFonts(folder) {
      const file = path.join(mkdtempSync(path.join(tmpdir(), 'vitrine-fonts-')), 'fonts.conf')
      writeFileSync(file, fontsOf(folder))
      env = { FONTCONFIG_FILE: file }
    },
    another: async () => (await launch()).page,
    async restart(origin, between) {
      await screen.context.close()
      between?.(screen.profile)
      screen = await launch(screen.profile, env)
      await screen.page.goto(`${origin}/`)
    },
    server,
    problems() {
      const current = JSON.parse(server.state.screen?.device.body ?? '{}') as DevicePart
      server.publish('device', { ...current, name: `Lobby ${++news}` })
      return server.heartbeats.flatMap(({ errors }) => errors.map(({ text }) => text)).join('\n')
    },
    secure: `http://localhost:${port}`,
    insecure: `http://player.test:${port}`,
    async connect(origin, group, device) {
      const { page } = screen
      await page.goto(`${origin}/`)
      await page.locator('.pairing-code').waitFor()
      server.claim(group, device)
      // The greeting shows once for a few seconds: on a busy machine it may have ended before this looks for it.
      await page.locator('.greeting, .page[data-state=front]').first().waitFor()
      await page.reload()
      await page.locator('.room > .page[data-state=front]').waitFor()
    },
    async colour() {
      const { data, info } = await sharp(await screen.page.screenshot())
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      const middle = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 3
      return [...data.subarray(middle, middle + 3)].map((value) => Math.round(value / 64)).join()
    },
    async image(colour) {
      const bytes = await sharp({ create: { width: 640, height: 360, channels: 3, background: colour } })
        .png()
        .toBuffer()
      return { sha256: server.addFile(bytes, 'image/png'), size: bytes.length, mimetype: 'image/png' }
    },
    video(colour) {
      const bytes = readFileSync(new URL(`./media/${colour}.webm`, import.meta.url))
      return {
        sha256: server.addFile(bytes, 'video/webm'),
        size: bytes.length,
        mimetype: 'video/webm',
        duration: 3,
      }
    },
  }
}
