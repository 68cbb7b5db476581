import { type BrowserContext, test as base, type Page } from '@playwright/test'
import { Console } from './console.ts'
import { ORANGE, threeStories } from './content.ts'
import { PlayerWindow } from './player-window.ts'
import { Server } from './server.ts'

interface Options {
  /** Environment variables of the server. */
  env: Record<string, string>
  /**
   * Whether to share one server with other journeys: for journeys that create their own organization and use nothing
   * that exists once per installation. Tests tagged `@alone` get their own server, which they may kill.
   */
  shared: boolean
}

interface WorkerFixtures {
  /** The demo, created once: for journeys that only read it, or change records that no other journey reads. */
  demo: Server
  sharedServer: () => Promise<Server>
}

interface Fixtures {
  /** A server for this test on an empty data folder, unless it is `shared`. */
  server: Server
  /** The console's window, not logged in. */
  console: Console
  /** Opens a player in a separate browser profile: another screen. */
  openScreen: (url?: string) => Promise<PlayerWindow>
  /** A screen that plays the orange storyboard, with its organization and the storyboards to switch to. */
  shopWindow: () => Promise<ShopWindow>
}

interface ShopWindow {
  admin: Awaited<ReturnType<Server['organization']>>
  stories: Awaited<ReturnType<typeof threeStories>>
  screen: PlayerWindow
  deviceId: string
}

/** For journeys about motion: `test.use(MOTION)`. */
export const MOTION = { contextOptions: { reducedMotion: 'no-preference' } } as const

/** The settle time of schedules in journeys. */
export const SETTLE_SECONDS = 3
const ENV = { SCHEDULE_SETTLE_SECONDS: String(SETTLE_SECONDS) }

export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are asked for
    async ({}, use) => {
      const server = await Server.start({}, ['--demo'])
      await use(server)
      await server.close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  sharedServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are asked for
    async ({}, use) => {
      let server: Promise<Server> | undefined
      await use(() => {
        server ??= Server.start(ENV)
        return server
      })
      await (await server)?.close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  env: [ENV, { option: true }],
  shared: [false, { option: true }],
  server: async ({ env, shared, sharedServer }, use, { tags }) => {
    if (shared && !tags.includes('@alone')) return use(await sharedServer())
    const server = await Server.start(env)
    await use(server)
    await server.close()
  },
  console: async ({ page, server }, use) => {
    await use(new Console(page, server.consoleUrl))
  },
  openScreen: async ({ browser, server }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (url = server.playerUrl) => {
      const context = await browser.newContext({
        viewport: { width: 960, height: 540 },
        reducedMotion: 'no-preference',
      })
      contexts.push(context)
      const page: Page = await context.newPage()
      await page.goto(url)
      return new PlayerWindow(page)
    })
    for (const context of contexts) await context.close()
  },
  shopWindow: async ({ server, browser, openScreen }, use) => {
    await use(async () => {
      const admin = await server.organization('Corner bakery')
      const stories = await threeStories(admin, browser)
      const screen = await openScreen()
      const deviceId = await screen.connect(admin, 'Window')
      const body = { storyboardId: stories.orange }
      await admin.api.devices.switchStory({ params: { id: deviceId }, body })
      await screen.shows(ORANGE)
      return { admin, stories, screen, deviceId }
    })
  },
})

export { expect } from '@playwright/test'
