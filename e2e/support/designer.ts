import { expect, type Locator, type Page } from '@playwright/test'

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** The layout designer as a user operates it. */
export class Designer {
  readonly page: Page
  readonly canvas: Locator

  constructor(page: Page) {
    this.page = page
    this.canvas = page.getByRole('application')
  }

  async ready(): Promise<void> {
    await expect(this.canvas).toBeVisible()
    // The page is fitted in the same frame that sizes the canvas.
    await this.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    )
  }

  /** Adds a widget by its name in the palette. */
  async add(name: string): Promise<void> {
    await this.page
      .getByRole('region', { name: 'Add and layers' })
      .getByRole('button', { name, exact: true })
      .click()
  }

  /** The properties at the side. */
  get properties(): Locator {
    return this.page.getByRole('region', { name: 'Properties' })
  }

  /** X, Y, width and height of the selection, in layout pixels. */
  async rect(): Promise<Box> {
    const value = async (name: string) =>
      Number(await this.properties.getByRole('textbox', { name, exact: true }).inputValue())
    return {
      x: await value('X'),
      y: await value('Y'),
      width: await value('Width'),
      height: await value('Height'),
    }
  }

  /** A visible resize handle, by the side that it drags. */
  handle(side: string): Locator {
    return this.page.locator(`[data-handle="${side}"]`)
  }

  /** Drags an element from its center by screen pixels, with snapping off. */
  async drag(from: Locator, by: { x?: number; y?: number }): Promise<void> {
    const box = await from.boundingBox()
    if (!box) throw new Error('It cannot be seen')
    const start = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    await this.page.mouse.move(start.x, start.y)
    await this.page.mouse.down()
    await this.page.keyboard.down('Control')
    await this.page.mouse.move(start.x + (by.x ?? 0), start.y + (by.y ?? 0), { steps: 6 })
    await this.page.mouse.up()
    await this.page.keyboard.up('Control')
  }
}
