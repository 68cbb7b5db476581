import { expect, type Page } from '@playwright/test'
import { type Color, colourAt, differs } from './pixels.ts'
import type { Caller } from './server.ts'

/** One screen. */
export class PlayerWindow {
  readonly page: Page
  readonly #url: string

  constructor(page: Page) {
    this.page = page
    this.#url = page.url()
  }

  /** The pairing code on the screen: six letters in two halves. */
  async code(): Promise<string> {
    const halves = this.page.getByText(/^[A-Z]{3}$/)
    await expect(halves).toHaveCount(2)
    return (await halves.allInnerTexts()).join('')
  }

  /** Connects the screen to the organization of `admin`, without the console. */
  async connect(admin: Caller, name: string, deviceGroupId?: string): Promise<string> {
    const code = await this.code()
    const { device } = await admin.api.devices.claim({ body: { code, name, deviceGroupId } })
    return device.id
  }

  /** The color in the middle of the window, or at a place given in fractions of it. */
  colour(x = 0.5, y = 0.5): Promise<Color> {
    return colourAt(this.page, x, y)
  }

  /** Waits until the middle of the screen has a color; returns the milliseconds it took. */
  async shows(colour: Color, { within = 30_000, x = 0.5, y = 0.5 } = {}): Promise<number> {
    const began = performance.now()
    await expect
      .poll(async () => differs(await this.colour(x, y), colour), {
        message: `the screen shows ${colour.join(', ')}`,
        timeout: within,
        // A picture of the screen takes as much processor time as the player does in a fifth of a second.
        intervals: [50, 100, 200],
      })
      .toBe(false)
    return performance.now() - began
  }

  /** Restarts the screen: a new window of the same browser profile. */
  async again(): Promise<PlayerWindow> {
    const page = await this.page.context().newPage()
    await page.goto(this.#url)
    return new PlayerWindow(page)
  }

  /** Counts the service workers and caches of the player's origin. */
  kept(): Promise<{ workers: number; caches: number }> {
    return this.page.evaluate(async () => ({
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      caches: (await caches.keys()).length,
    }))
  }
}
