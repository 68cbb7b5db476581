// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SearchField } from './search-field.tsx'

vi.mock('react-i18next', () => ({ useTranslation: () => ({ t: (key: string) => key }) }))
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function shownField() {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const sent: (string | undefined)[] = []
  const take = (value: string | undefined) => void sent.push(value)
  const show = (value: string) =>
    act(() =>
      root.render(
        <MantineProvider>
          <SearchField label="Search" value={value} onChange={take} />
        </MantineProvider>,
      ),
    )
  show('')
  const input = place.querySelector('input') as HTMLInputElement
  const type = (text: string) =>
    act(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
      input.dispatchEvent(new Event('input', { bubbles: true }))
    })
  return { show, input, type, sent }
}

test('typing continues undisturbed while the list updates', () => {
  const { show, input, type, sent } = shownField()
  type('a')
  act(() => void vi.advanceTimersByTime(500))
  expect(sent).toEqual(['a'])
  type('ab')
  show('a')
  expect(input.value).toBe('ab')
  act(() => void vi.advanceTimersByTime(500))
  expect(sent).toEqual(['a', 'ab'])
  show('ab')
  expect(input.value).toBe('ab')
})

test('external changes, such as Back, update the field', () => {
  const { show, input, type } = shownField()
  type('a')
  act(() => void vi.advanceTimersByTime(500))
  show('a')
  show('')
  expect(input.value).toBe('')
  show('sale')
  expect(input.value).toBe('sale')
})
