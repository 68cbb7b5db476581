// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { DEFINITIONS } from '@vitrine/widgets/definitions'
import { describe, expect, test } from 'vitest'
import { dialog, setUpConsole } from './console-window.tsx'
import { openFields } from './open-fields.tsx'

setUpConsole()

const { rows, source, rules } = DEFINITIONS.text.fields
const typed = [
  { label: 'Soup', note: 'sold out', price: '4,50 €' },
  { label: 'Rice', note: '', price: '12,00 €' },
]

describe('rules for rows', () => {
  test('a preset guesses its column, and the rows show what it does', async () => {
    const { press, values } = openFields({ rows, source, rules }, { rows: typed })
    await press('Add rules')
    const shown = await dialog('Rules for rows')
    await waitFor(() => expect(shown.element.textContent).toContain('Shows 2 of 2 rows now'))
    await shown.press('Add rule')
    await press('Sold out: dim and struck through')
    await waitFor(() =>
      expect(values().rules).toEqual({
        rules: [
          {
            ...{ column: 'Note', by: 'text', operator: 'contains', value: 'sold out' },
            look: { isStruck: true, isDim: true },
          },
        ],
      }),
    )
    const [soup, rice] = [...shown.element.querySelectorAll('tbody tr td:first-child')] as HTMLElement[]
    expect([soup?.style.textDecorationLine, rice?.style.textDecorationLine]).toEqual(['line-through', ''])
    await shown.press('Add rule')
    await press('Best first')
    await waitFor(() =>
      expect(values().rules).toMatchObject({ sort: [{ column: 'Price', by: 'number', descending: true }] }),
    )
    await waitFor(() => expect(shown.element.querySelector('tbody td')?.textContent).toBe('Rice'))
  })
  test('without rows, the dialog says what to do first', async () => {
    const { press } = openFields({ rows, source, rules })
    await press('Add rules')
    await dialog('Rules for rows')
    await waitFor(() => expect(document.body.textContent).toContain('Choose a data source or enter rows'))
  })
})
