import { expect, type Page } from '@playwright/test'
import { type Colour, colourAt, differs } from './pixels.ts'

/** One screen. */
export class PlayerWindow {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** The code that it shows, six letters. */
  async code(): Promise<string> {
    const code = this.page.getByText(/^[A-Z2-9]{3}[A-Z2-9]{3}$/).first()
    await expect(code).toBeVisible()
    return (await code.innerText()).replace(/\s/g, '')
  }

  /** The colour in the middle of what is seen, or at a place given in parts of the window. */
  colour(x = 0.5, y = 0.5): Promise<Colour> {
    return colourAt(this.page, x, y)
  }

  /** Waits until the middle of the screen has a colour; answers how long that took, in ms. */
  async shows(colour: Colour, { within = 15_000, x = 0.5, y = 0.5 } = {}): Promise<number> {
    const began = performance.now()
    await expect
      .poll(async () => differs(await this.colour(x, y), colour), {
        message: `the screen shows ${colour.join(', ')}`,
        timeout: within,
        intervals: [50],
      })
      .toBe(false)
    return performance.now() - began
  }
}
