import { expect, type Page } from '@playwright/test'
import type { Console } from './console.ts'
import { type Box, Designer } from './designer.ts'
import { counted } from './jobs.ts'

/** Pages of docs/designed-pages.md, made from nothing in the console by hand, which counts. */

interface Point {
  x: number
  y: number
}

/**
 * A hand on mouse and keyboard. A press of the mouse counts, a drag as one, and so does a key combination. Typed letters,
 * and the Tab and Enter between cells, do not.
 */
export class Hand {
  readonly console: Console
  readonly page: Page
  readonly designer: Designer
  #keys = 0
  /** The width of the layout. */
  #width = 1920
  readonly #presses: () => Promise<number>

  private constructor(console: Console, presses: () => Promise<number>) {
    this.console = console
    this.page = console.page
    this.designer = new Designer(console.page)
    this.#presses = presses
  }

  static async of(console: Console): Promise<Hand> {
    return new Hand(console, await counted(console.page))
  }

  async clicks(): Promise<number> {
    return (await this.#presses()) + this.#keys
  }

  async press(keys: string): Promise<void> {
    this.#keys += 1
    await this.page.keyboard.press(keys)
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text)
  }

  /** Rows, cell by cell, into the first cell of a list that has the focus. */
  async typeRows(rows: readonly (readonly string[])[]): Promise<void> {
    for (const [at, row] of rows.entries()) {
      for (const [column, cell] of row.entries()) {
        if (column > 0) await this.page.keyboard.press('Tab')
        await this.type(cell)
      }
      if (at < rows.length - 1) await this.page.keyboard.press('Enter')
    }
  }

  /** Types over the cells of a list, from the one that has the focus. */
  async retypeRows(rows: readonly (readonly string[])[]): Promise<void> {
    for (const [at, row] of rows.entries())
      for (const [column, cell] of row.entries()) {
        const place = `${at} ${column}`
        const focused = () => this.page.evaluate(() => (document.activeElement as HTMLElement).dataset.cell)
        while ((await focused()) !== place) await this.page.keyboard.press('Tab')
        await this.type(cell)
      }
  }

  /** Begins a new layout with a name. */
  async begin(shape: 'Landscape' | 'Portrait', name: string): Promise<void> {
    await this.console.button('New layout').first().click()
    await this.page.getByRole('button', { name: new RegExp(`^${shape}`) }).click()
    await this.designer.ready()
    this.#width = shape === 'Landscape' ? 1920 : 1080
    await this.name(name)
  }

  async name(name: string): Promise<void> {
    await this.console.field('Layout name').click()
    await this.type(name)
  }

  /** A file of the media library behind the page, darkened where the texts will be. */
  async backdrop(file: string, darkened: string): Promise<void> {
    await this.designer.properties.getByText('Background image', { exact: true }).click()
    await this.designer.properties.getByRole('button', { name: 'Choose', exact: true }).click()
    const library = this.console.dialog('Choose from the media library')
    await library.getByRole('checkbox', { name: file }).first().check()
    await library.getByRole('button', { name: 'Save' }).click()
    await this.designer.properties.getByRole('button', { name: darkened, exact: true }).click()
  }

  /** From now on, widgets are drawn. */
  async draws(): Promise<void> {
    await this.page.getByRole('button', { name: /^Draw/ }).click()
  }

  /** Draws a widget, in layout pixels. Words are typed into it. */
  async draw(widget: string, box: Box, words = ''): Promise<void> {
    await this.designer.add(widget)
    await this.drag({ x: box.x, y: box.y }, { x: box.x + box.width, y: box.y + box.height })
    if (words !== '') await expect(this.page.locator('[data-typing]')).toBeFocused()
    if (words !== '') await this.type(words)
  }

  /** A drag on the canvas, in layout pixels. */
  async drag(from: Point, to: Point): Promise<void> {
    const [start, end] = [await this.at(from.x, from.y), await this.at(to.x, to.y)]
    await this.page.mouse.move(start.x, start.y)
    await this.page.mouse.down()
    await this.page.mouse.move(end.x, end.y, { steps: 5 })
    await this.page.mouse.up()
  }

  /** Drags a copy of what is at a place. */
  async copyTo(to: Point, from: Point): Promise<void> {
    await this.page.keyboard.down('Alt')
    await this.drag(from, to)
    await this.page.keyboard.up('Alt')
  }

  /** A ready-made look for the selected text. */
  async look(name: string): Promise<void> {
    await this.designer.properties.getByRole('button', { name: /^Style of Font/ }).click()
    await this.page.getByRole('menuitem', { name, exact: true }).click()
  }

  /** Types a color into an empty field. */
  async color(field: string, color: string): Promise<void> {
    await this.console.field(field, this.designer.properties).click()
    await this.type(color)
  }

  /** A ready-made gradient behind the page. */
  async gradient(number: number): Promise<void> {
    await this.page.getByRole('button', { name: 'Background as a gradient' }).click()
    await this.page.getByRole('button', { name: new RegExp(`gradient ${number}$`) }).click()
  }

  /** What a touch of the selected button shows. */
  async leadsTo(page: string, instead = false): Promise<void> {
    const { properties } = this.designer
    await properties
      .getByRole('button', { name: instead ? /^When touched/ : 'Choose what a touch does' })
      .first()
      .click()
    await this.console
      .dialog('When touched')
      .getByRole('button', { name: `show ${page}`, exact: true })
      .click()
  }

  async centered(): Promise<void> {
    const alignment = this.designer.properties.getByRole('radiogroup', { name: 'Alignment' })
    await alignment.getByText('Center').click({ force: true })
  }

  /** Types what a QR code says. */
  async code(text: string): Promise<void> {
    await this.console.field('QR code', this.designer.properties).click()
    await this.type(text)
  }

  async save(): Promise<void> {
    await this.press('Control+s')
    await this.#dirty(false)
  }

  async #dirty(is: boolean): Promise<void> {
    await expect(this.page.locator(`[role=status][data-dirty=${is}]`)).toBeVisible()
  }

  /** What was copied, to the same place. */
  async pasteInPlace(): Promise<void> {
    await this.press('Control+Shift+v')
    await this.#dirty(true)
  }

  /** A place of the layout in the window. */
  async at(x: number, y: number): Promise<Point> {
    const box = await this.page.locator('[data-canvas] [data-page]').boundingBox()
    if (!box) throw new Error('The page is not drawn')
    const scale = box.width / this.#width
    return { x: box.x + x * scale, y: box.y + y * scale }
  }

  /** A press on the canvas. */
  async point({ x, y }: Point): Promise<void> {
    await this.page.mouse.click(x, y)
  }
}

const GOLD = '#e9cb94'

interface Heading {
  line: string
  title: string
  /** From the top of the line, and as large as the title. */
  box: Box
  /** Of the line. */
  color?: string
}

/** A line in small capitals, and a title below it. */
async function heading(hand: Hand, { line, title, box, color }: Heading): Promise<void> {
  await hand.draws()
  await hand.draw('Text', { ...box, height: 60 }, line)
  await hand.look('Small capitals')
  if (color) await hand.color('Color', color)
  // Large letters have more room before them.
  await hand.draw('Text', { ...box, x: box.x - 4, y: box.y + 70 }, title)
  await hand.look('Elegant title')
}

/** What is on today, over a picture. */
export async function lobbyBoard(hand: Hand, picture: string): Promise<void> {
  await hand.begin('Landscape', 'Lobby board')
  await hand.backdrop(picture, 'Left')
  await heading(hand, {
    ...{ line: 'Welcome to', title: 'Palm Court Hotel' },
    ...{ box: { x: 120, y: 110, width: 1240, height: 180 }, color: GOLD },
  })
  await hand.draw('Text', { x: 120, y: 440, width: 900, height: 530 })
  await hand.look('Running text')
  await hand.page.getByRole('button', { name: 'Add row' }).click()
  await hand.typeRows([
    ['Afternoon tea', 'Winter garden', '15:00'],
    ['Sunset drinks', 'Roof terrace, floor 9', '18:00'],
    ['Piano and strings', 'Grand salon', '20:30'],
  ])
  await hand.color('Price color', GOLD)
  await hand.draw('Date and time', { x: 1440, y: 100, width: 380, height: 210 })
  await hand.look('Elegant title')
  await hand.console.choose('Clock', '24 hours', hand.designer.properties)
  await hand.draw('Text', { x: 1440, y: 620, width: 380, height: 350 }, 'Guest Wi-Fi')
  await hand.look('Small capitals')
  await hand.centered()
  await hand.code('https://palmcourt.example/wifi')
  await hand.save()
}

/** An invitation over a film. */
export async function poster(hand: Hand, film: string): Promise<void> {
  await hand.begin('Portrait', 'Dinner poster')
  await hand.backdrop(film, 'Above and below')
  await heading(hand, {
    ...{ line: 'Every evening from seven', title: 'Dinner by\nthe river' },
    ...{ box: { x: 90, y: 150, width: 920, height: 330 }, color: GOLD },
  })
  await hand.draw(
    'Text',
    { x: 90, y: 1450, width: 900, height: 320 },
    'Grilled sea bass, slow fires, and the last light on the water.',
  )
  await hand.look('Heading')
  await hand.code('https://palmcourt.example/dinner')
  await hand.save()
}

const DIRECTORY = {
  Dine: [
    ['Garden Room', 'Breakfast and lunch', 'Floor 0'],
    ['The Grill', 'Dinner by the river', 'Floor 1'],
    ['Pastry bar', 'Cakes, coffee, and tea', 'Floor 0'],
    ['Roof bar', 'Drinks and small plates', 'Floor 9'],
  ],
  Relax: [
    ['Spa and hammam', 'Ask at the reception', 'Floor 2'],
    ['Pool', 'Towels are there', 'Floor 3'],
    ['Library', 'The quietest room', 'Floor 4'],
    ['Palm court', 'Under the open sky', 'Floor 0'],
  ],
  Meet: [
    ['Grand salon', 'For 120 guests', 'Floor 1'],
    ['Blue room', 'For 24 guests', 'Floor 1'],
    ['Studio', 'For 8 guests', 'Floor 2'],
    ['Cinema', 'For 40 guests', 'Floor −1'],
  ],
} as const
export const PAGES = Object.keys(DIRECTORY) as (keyof typeof DIRECTORY)[]
/** Of the buttons, side by side. */
const middleOf = (index: number) => ({ x: BUTTON.x + 142 + index * 308, y: BUTTON.y + 100 })
const BUTTON = { x: 90, y: 1600, width: 284, height: 200 }

/** Three pages, each with buttons to all of them. */
export async function directory(hand: Hand): Promise<void> {
  const [first = 'Dine', ...others] = PAGES
  await hand.begin('Portrait', first)
  await hand.gradient(1)
  const box = { x: 90, y: 150, width: 900, height: 190 }
  await heading(hand, { line: 'Palm Court Hotel', title: first, box })
  await hand.draw('Text', { x: 90, y: 520, width: 900, height: 960 })
  await hand.look('Heading')
  await hand.page.getByRole('button', { name: 'Add row' }).click()
  await hand.typeRows(DIRECTORY[first])
  await hand.save()
  for (const name of others) {
    await hand.press('Control+Shift+D')
    await expect(hand.page).not.toHaveURL(/design\/\w/)
    await hand.designer.ready()
    await hand.name(name)
    await hand.point(await hand.at(200, 300))
    await hand.press('Enter')
    await hand.type(name)
    await hand.point(await hand.at(300, 900))
    await hand.press('Enter')
    await hand.retypeRows(DIRECTORY[name])
    await hand.save()
  }
  await hand.draws()
  for (const [index, name] of PAGES.entries()) {
    if (index === 0) {
      await hand.draw('Button', BUTTON, name)
      await hand.color('Background', '#ffffff24')
    } else {
      await hand.copyTo(middleOf(index), middleOf(index - 1))
      await hand.press('Enter')
      await hand.type(name)
    }
    await hand.leadsTo(name, index > 0)
  }
  // The buttons go to the other pages, to the same place.
  await hand.drag({ x: 40, y: 1560 }, { x: 1040, y: 1850 })
  await hand.press('Control+c')
  await hand.save()
  for (const name of [others[0] ?? '', first]) {
    await hand.page.getByRole('link', { name: /^Back to/ }).click()
    // Pictures of pages have buttons with the same words.
    await hand.page.locator('button', { hasText: new RegExp(`^${name}$`) }).click()
    await hand.designer.ready()
    await hand.pasteInPlace()
    await hand.save()
  }
}
