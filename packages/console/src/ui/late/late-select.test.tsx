// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LateSelect } from './late-select.tsx'

const DATA = ['Morning', 'Evening', 'Evening late', 'Night'].map((label) => ({
  value: label.toLowerCase(),
  label,
}))
let root: Root | undefined
let chosen: (string | null)[] = []

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  chosen = []
})
afterEach(() => {
  act(() => root?.unmount())
  document.body.replaceChildren()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function Field({ initial }: { initial: string }) {
  const [value, setValue] = useState<string | null>(initial)
  const choose = (next: string | null) => {
    chosen.push(next)
    setValue(next)
  }
  return (
    <LateSelect
      aria-label="Storyboard"
      data={DATA}
      searchable
      allowDeselect={false}
      value={value}
      onChange={choose}
    />
  )
}

async function draw(initial = ''): Promise<void> {
  const home = document.body.appendChild(document.createElement('form'))
  root = createRoot(home)
  act(() =>
    root?.render(
      <MantineProvider env="test">
        <Field initial={initial} />
      </MantineProvider>,
    ),
  )
  act(() => field().focus())
}

const field = () => {
  const found = document.querySelector<HTMLInputElement>('input[aria-label="Storyboard"]')
  if (!found) throw new Error('no field')
  return found
}
const loaded = async () => {
  await act(() => vi.dynamicImportSettled())
  await act(() => vi.advanceTimersByTimeAsync(2000))
}
/** Answers whether the field took the key for itself. */
function press(key: string): boolean {
  const event = new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true })
  act(() => void field().dispatchEvent(event))
  return event.defaultPrevented
}
function type(text: string): void {
  const input = field()
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  act(() => {
    set?.call(input, text)
    input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
  })
}

test('what is typed before the select is loaded is searched for once it is', async () => {
  await draw()
  for (const letter of 'Eve') press(letter)
  await loaded()
  expect(field().value).toBe('Eve')
  expect(press('Enter')).toBe(true)
  await loaded()
  expect(chosen).toEqual(['evening'])
  expect(field().value).toBe('Evening')
})

test('Enter takes the first match when the list has not been drawn yet', async () => {
  await draw('night')
  await loaded()
  type('even')
  expect(press('Enter')).toBe(true)
  await loaded()
  expect(chosen).toEqual(['evening'])
  expect(field().value).toBe('Evening')
})

test('Enter takes the highlighted option, whatever timers are late', async () => {
  await draw('')
  await loaded()
  type('even')
  await act(() => vi.advanceTimersByTimeAsync(2000))
  press('ArrowDown')
  press('ArrowDown')
  expect(press('Enter')).toBe(true)
  await loaded()
  expect(chosen).toEqual(['evening late'])
})

test('Enter changes nothing when nothing was typed, or nothing matches', async () => {
  await draw('night')
  await loaded()
  press('Enter')
  await loaded()
  type('nothing like it')
  press('Enter')
  await loaded()
  expect(chosen).toEqual([])
})
