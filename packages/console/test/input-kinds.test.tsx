// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { DEFINITIONS } from '@vitrine/widgets/definitions'
import { describe, expect, test } from 'vitest'
import { dialog, named, setUpConsole } from './console-window.tsx'
import { openFields } from './open-fields.tsx'

setUpConsole()

const { fields: button } = DEFINITIONS.button
const { fields: zone } = DEFINITIONS['media-looper']

describe('the input kind', () => {
  test('I-001: textbox takes text', async () => {
    const { fill, values } = openFields({ label: button.label })
    await fill(/^Label/, 'Next')
    expect(values().label).toBe('Next')
  })
  test('I-002: lookup offers its named list', async () => {
    const { choose, values } = openFields({ city: DEFINITIONS.weather.fields.weatherLocation })
    await choose(/^City/, 'Oslo')
    await waitFor(() => expect(values().city).toBe('oslo'))
  })
  test('I-003: radio takes one of its options', async () => {
    const { click, values } = openFields({ direction: DEFINITIONS.radio.fields.direction })
    await click('radio', 'Horizontal')
    await waitFor(() => expect(values().direction).toBe('horizontal'))
  })
  test('I-004: attachment takes a picked media item', async () => {
    const { press, values } = openFields({ media: DEFINITIONS.rss.fields.media })
    await press('Choose')
    await waitFor(() => expect(values().media).toEqual([{ mediaId: 'm1' }]))
  })
  test('I-005, D-014, E-019: media-zone lists its entries in a dialog, each with its media item and duration', async () => {
    const { press, values } = openFields({ media: zone.media }, { media: [{ mediaId: 'm2', duration: -1 }] })
    await press(/content/)
    const shown = await dialog(/./)
    await waitFor(() => expect(shown.element.textContent).toContain('A film of th'))
    await shown.press('Add media')
    await waitFor(() => expect(shown.element.textContent).toContain('Bread.png'))
    await shown.press('Save')
    await waitFor(() =>
      expect(values().media).toEqual([
        { mediaId: 'm2', duration: -1 },
        { mediaId: 'm1', duration: 0 },
      ]),
    )
  })
  test('I-006: cellData takes text with its style', async () => {
    const { fill, press, values } = openFields({ one: DEFINITIONS.ticker.fields.tickerSentence3 })
    await fill(/Sentence 3/, 'Fresh bread')
    await press('Bold')
    await waitFor(() => expect(values().one).toMatchObject({ text: 'Fresh bread', isBold: true }))
  })
  test('I-007: colorPicker takes a color', async () => {
    const { fill, values } = openFields({ color: DEFINITIONS['date-time'].fields.timeColor })
    await fill(/^Color/, '#aabbcc')
    expect(values().color).toBe('#aabbcc')
  })
  test.each(['#11223344', 'rgba(1, 2, 3, 0.5)', ''])(
    'V-042, V-043: a text’s color cannot be "%s"',
    async (value) => {
      const { user, field, values } = openFields({ color: DEFINITIONS['date-time'].fields.timeColor })
      const input = await field(/^Color/)
      await user.clear(input)
      if (value) await user.paste(value)
      expect(values().color).toBe('white')
    },
  )
  test('I-008: checkbox is on or off', async () => {
    const { user, field, values } = openFields({ mute: zone.muteVideo })
    await user.click(await field(/^Mute/))
    await waitFor(() => expect(values().mute).toBe(false))
  })
  test('I-009: font-settings has bold, italic, alignment, font and size', async () => {
    const { press, click, choose, fill, values } = openFields({ letters: button.fontSettings })
    await press('Bold')
    await press('Italic')
    await click('radio', 'Right')
    await choose('Font', 'Georgia')
    await fill('Size', '22')
    await waitFor(() =>
      expect(values().letters).toEqual({
        isBold: false,
        isItalic: true,
        alignment: 'right',
        font: 'Georgia',
        size: 22,
      }),
    )
  })
  test('I-010, B-013: color-swatches has five colors, and takes a custom one', async () => {
    const { click, values } = openFields({ paper: DEFINITIONS['sticky-note'].fields.colorSwatches })
    await waitFor(() => expect(named('radio', /./)).toHaveLength(5))
    const colors = named('radio', /./).map((one) => one.getAttribute('aria-label') ?? '')
    expect(new Set(colors).size).toBe(5)
    expect(values().paper).toBe('#f5cc76')
    for (const color of colors) {
      await click('radio', color)
      await waitFor(() => expect(values().paper).toBe(color))
    }
  })
  test('I-012, D-009: group has groups that are filled one by one', async () => {
    const { press, values, user, page } = openFields({ options: DEFINITIONS.radio.fields.options })
    await press('Add More')
    const [first, second] = await page().findAllByLabelText(/^Label/)
    if (!first || !second) throw new Error('Not two groups')
    await user.type(first, 'Tea')
    await user.type(second, 'Milk')
    expect(values().options).toMatchObject([{ label: 'Tea' }, { label: 'Milk' }])
  })
})

describe('groups', () => {
  const three = { options: ['Tea', 'Milk', 'Water'].map((label) => ({ label, value: label })) }
  const open = () => openFields({ options: DEFINITIONS.radio.fields.options }, three)

  test('D-010: Add More appends an empty one', async () => {
    const { press, values } = open()
    await press('Add More')
    await waitFor(() => expect(values().options).toHaveLength(4))
    expect((values().options as object[])[3]).toMatchObject({ label: '' })
  })
  test('D-011: every one after the first can be deleted', async () => {
    const { press, values, find } = open()
    await find('button', 'Delete Options 2')
    expect(named('button', /^Delete Options/).map((one) => one.getAttribute('aria-label'))).toEqual([
      'Delete Options 2',
      'Delete Options 3',
    ])
    await press('Delete Options 2')
    await waitFor(() => expect(values().options).toMatchObject([{ label: 'Tea' }, { label: 'Water' }]))
  })
})

describe('the table', () => {
  const rows = (count: number) => ({
    options: Array.from({ length: count }, (_, index) => ({ label: `Drink ${index + 1}`, value: '' })),
  })
  async function openTable(count: number) {
    const form = openFields({ options: DEFINITIONS.radio.fields.options }, rows(count))
    await form.press('Edit as table')
    const table = await dialog('Options')
    await table.find('button', 'Add row')
    return { ...table, form, body: () => table.element.querySelectorAll('tbody tr') }
  }
  test('D-015: cells are edited, and saved', async () => {
    const { fill, press, form } = await openTable(2)
    await fill('Label, row 2', 'Milk')
    await press('Done')
    await waitFor(() =>
      expect(form.values().options).toMatchObject([{ label: 'Drink 1' }, { label: 'Milk' }]),
    )
  })
  test('D-016, B-004: shows six rows a page', async () => {
    const { body, press } = await openTable(8)
    await waitFor(() => expect(body()).toHaveLength(6))
    await press('Page 2')
    await waitFor(() => expect(body()).toHaveLength(2))
  })
  test('S-014: adds no row while the last one is empty', async () => {
    const { press, fill, find } = await openTable(1)
    const add = async () => (await find('button', 'Add row')) as HTMLButtonElement
    await press('Add row')
    await waitFor(async () => expect((await add()).disabled).toBe(true))
    await fill('Label, row 2', 'Milk')
    await waitFor(async () => expect((await add()).disabled).toBe(false))
  })
  test('S-015: drops empty rows on close', async () => {
    const { press, form } = await openTable(1)
    await press('Add row')
    await press('Done')
    await waitFor(() => expect(form.values().options).toMatchObject([{ label: 'Drink 1' }]))
  })
})
