// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { Source } from '@vitrine/contract/api/data/sources'
import { DEFINITIONS } from '@vitrine/widgets/definitions'
import { expect, test } from 'vitest'
import { dialog, openConsole, setUpConsole } from './console-window.tsx'
import { openFields } from './open-fields.tsx'
import { ONE_OF_EACH, sample } from './samples.ts'

setUpConsole()

const DISHES = [
  { label: 'Tomato soup', note: 'with basil', price: '4.50' },
  { label: 'Sea bass', note: 'new potatoes', price: '16.80' },
]

test('names and prices of a sheet replace the dishes of the sample, and the paste can be undone', async () => {
  const { rows } = DEFINITIONS.text.fields
  const form = openFields({ rows }, { rows: DISHES })
  await form.user.click(await form.field('Name, row 1'))
  await form.user.paste('Bread\t2.10\nRoll\t0.50\nCake\t3')
  await waitFor(() =>
    expect(form.values().rows).toEqual([
      { label: 'Bread', note: '', price: '2.10' },
      { label: 'Roll', note: '', price: '0.50' },
      { label: 'Cake', note: '', price: '3' },
    ]),
  )
  await form.page().findByText('The list has 3 rows now.')
  await form.press('Undo paste')
  await waitFor(() => expect(form.values().rows).toEqual(DISHES))
})

test('the table of the same list takes a paste alike', async () => {
  const { rows } = DEFINITIONS.text.fields
  const form = openFields({ rows }, { rows: DISHES })
  await form.press('Edit as table')
  const table = await dialog(/^List/)
  await table.user.click(await table.field('Name, row 1'))
  await table.user.paste('Name\tPrice\nBread\t2.10')
  await table.press('Done')
  await waitFor(() => expect(form.values().rows).toEqual([{ label: 'Bread', note: '', price: '2.10' }]))
})

test('a column pasted into a data source changes its rows in one call, and says what did not fit', async () => {
  const source = sample(Source, { id: 'q1', name: 'Menu', hasUrl: false })
  const rows = [
    ['Soup', '4.50'],
    ['Tea', '2'],
  ]
  const console = openConsole('/app/media-library/sources/edit/q1', {
    ...ONE_OF_EACH,
    'sources.get': { source },
    'sources.rows': { columns: ['Dish', 'Price'], rows, found: 2, at: 7 },
    'sources.setCells': { source },
  })
  await console.user.click(await console.field('Price of Soup'))
  await console.user.paste('5.00\n2\n3')
  await waitFor(() => expect(document.body.textContent).toContain("1 row didn't fit. Replace the file"))
  await waitFor(() =>
    expect(console.server.named('sources.setCells')).toMatchObject([
      { body: { cells: [{ row: 0, column: 1, value: '5.00' }], at: 7 } },
    ]),
  )
})
