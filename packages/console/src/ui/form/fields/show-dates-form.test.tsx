// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import type { ShowDates } from '@vitrine/contract/schedule/show-dates'
import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ShowDatesForm } from './show-dates-form.tsx'

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => {
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

/** A test before may have loaded the texts. */
const TIME = ['showDates.anyTime', 'All day']

/** The form with these dates, and its two fields for times. */
async function open(first: ShowDates) {
  const onChange = vi.fn<(dates: ShowDates) => void>()
  function Form() {
    const [dates, setDates] = useState(first)
    onChange.mockImplementation(setDates)
    return <ShowDatesForm dates={dates} onChange={onChange} onRemove={() => undefined} />
  }
  const home = document.body.appendChild(document.createElement('div'))
  const root = createRoot(home)
  act(() =>
    root.render(
      <MantineProvider>
        <Form />
      </MantineProvider>,
    ),
  )
  const fields = () =>
    [...home.querySelectorAll<HTMLInputElement>('input')].filter(({ placeholder }) =>
      TIME.includes(placeholder),
    )
  // The fields load when they are used.
  for (let tries = 0; fields().length === 0 && tries < 500; tries++)
    await act(() => new Promise((resolve) => setTimeout(resolve, 10)))
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  const type = (index: number, text: string) =>
    act(() => {
      setValue?.call(fields()[index], text)
      fields()[index]?.dispatchEvent(new Event('input', { bubbles: true }))
    })
  return { onChange, fields, type, close: () => act(() => root.unmount()) }
}

test.each([
  ['00:00', '12:00 AM'],
  ['00:59', '12:59 AM'],
  ['01:00', '01:00 AM'],
  ['09:05', '09:05 AM'],
  ['11:59', '11:59 AM'],
  ['12:00', '12:00 PM'],
  ['13:30', '01:30 PM'],
  ['18:00', '06:00 PM'],
  ['23:59', '11:59 PM'],
])('the time %s of a first or last day reads %s, and is the same when typed', async (stored, text) => {
  const { fields, close } = await open({
    showFrom: `2026-06-01T${stored}`,
    showUntil: `2026-06-02T${stored}`,
  })
  expect([fields()[0]?.value, fields()[1]?.value]).toEqual([text, text])
  close()
  const empty = await open({ showFrom: '2026-06-01', showUntil: '2026-06-02' })
  expect([empty.fields()[0]?.value, empty.fields()[1]?.value]).toEqual(['', ''])
  empty.type(0, text)
  expect(empty.onChange).toHaveBeenLastCalledWith({
    showFrom: `2026-06-01T${stored}`,
    showUntil: '2026-06-02',
  })
  empty.type(1, text)
  expect(empty.onChange).toHaveBeenLastCalledWith({
    showFrom: `2026-06-01T${stored}`,
    showUntil: `2026-06-02T${stored}`,
  })
  empty.type(0, '')
  expect(empty.onChange).toHaveBeenLastCalledWith({
    showFrom: '2026-06-01',
    showUntil: `2026-06-02T${stored}`,
  })
  empty.close()
})
