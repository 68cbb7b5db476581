import { newWidget } from '@vitrine/contract/document/layout-document'
import { definitionOf, WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { type Host, hostWith } from '@vitrine/widgets/host'
import { LayoutView } from '@vitrine/widgets/layout-view'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'

const drawn = (settings: object, host: Partial<Host> = {}): string => {
  const size = definitionOf('text')?.size ?? { width: 0, height: 0 }
  const widget = newWidget(
    { id: 'list', type: 'text', name: 'Dishes', zIndex: 1, x: 0, y: 0, ...size },
    WIDGET_FIELDS,
  )
  const document = {
    width: 1920,
    height: 1080,
    widgets: [{ ...widget, settings: { ...widget.settings, ...settings } }],
  }
  return renderToString(<LayoutView document={document} host={hostWith({ mode: 'play', ...host })} />)
}
const row = (label: string, note = '', price = '') => ({ label, note, price })

it('draws every non-empty row, with its index in the list', () => {
  const html = drawn({ rows: [row('Soup', 'with bread', '4.50'), row(' '), row('', '', '1.00')] })
  expect([...html.matchAll(/data-row="(\d)"/g)].map(([, index]) => index)).toEqual(['0', '2'])
  for (const text of ['Soup', 'with bread', '4.50', '1.00']) expect(html).toContain(text)
})

it('draws the text above the rows, and alone if all rows are empty', () => {
  expect(drawn({ text: 'Starters', rows: [row('Soup')] })).toMatch(/Starters.*Soup/s)
  const alone = drawn({ text: 'Starters', rows: [row('')] })
  expect(alone).toContain('Starters')
  expect(alone).not.toContain('data-row')
})

it('puts prices at the end of the line: on the left in a right-to-left list', () => {
  const sides = (label: string) =>
    [...drawn({ rows: [row(label, '', '4.50')] }).matchAll(/text-align:(\w+)/g)].map(([, side]) => side)
  expect(sides('Soup')).toEqual(['left', 'right'])
  expect(sides('شوربة')).toEqual(['right', 'left'])
})

it('places its texts on whole pixels horizontally, however many rows there are', () => {
  for (const count of [1, 3, 7, 25]) {
    const rows = Array.from({ length: count }, (_, index) => row(`Dish ${index}`, 'with bread', '12.40'))
    const across = [...drawn({ rows }).matchAll(/(?:left|[^-]width):([\d.]+)(?:px)?/g)].map(([, px]) =>
      Number(px),
    )
    expect(across.length).toBeGreaterThan(count)
    expect(across.filter((px) => !Number.isInteger(px))).toEqual([])
  }
})

it('draws the rows of its data source, and those that were typed until they have loaded', () => {
  const data = { columns: ['Dish', 'Text', 'Price'], rows: [['Tea', 'green', 2]], at: 0 }
  const asked: string[] = []
  const source = (key: string) => {
    asked.push(key)
    return { get: () => (key === 'menu' ? data : undefined), subscribe: () => () => {} }
  }
  const host = { source: source as Host['source'] }
  const html = drawn({ rows: [row('Soup')], source: 'Menu' }, host)
  for (const text of ['Tea', 'green', '2']) expect(html).toContain(text)
  expect(html).not.toContain('Soup')
  expect(drawn({ rows: [row('Soup')], source: 'Drinks' }, host)).toContain('Soup')
  expect(drawn({ rows: [row('Soup')] }, host)).toContain('Soup')
  expect(asked).toContain('menu')
})

it('grows the letters of all rows to the largest size that fits, with the heading as large', () => {
  const fontSettings = { font: 'Arial', size: 20, isBold: false, isItalic: false, alignment: 'left' }
  const sizes = (font: object, rows = [row('Tea'), row('Soup')]) => {
    const html = drawn({ text: 'Menu', rows, fontSettings: { ...fontSettings, ...font } })
    return [...html.matchAll(/font-size:([\d.]+)px/g)].map(([, px]) => Number(px))
  }
  expect(sizes({})).toEqual([20, 20, 20])
  expect(sizes({ maxSize: 24 })).toEqual([24, 24, 24])
  const [heading = 0, ...names] = sizes({ maxSize: 1000 })
  expect(heading).toBeGreaterThan(24)
  expect(names).toEqual([heading, heading])
  const [long = 0, other] = sizes({ maxSize: 1000 }, [
    row('Soup of the day, with bread and butter'),
    row('Tea'),
  ]).slice(1)
  expect(long).toBe(other)
  expect(long).toBeLessThan(heading)
})
