// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NumberInput } from './number-input.tsx'

beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => {
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

test.each([
  [true, '1.5', 1.5, '1.5'],
  [true, '007', 7, '7'],
  [false, '1.5', 2, '2'],
  [false, '١٫٥', 2, '2'],
])(
  'decimals %s: typing %s keeps the text, means %s, and shows %s on blur',
  (allowDecimal, letters, means, reads) => {
    const said = vi.fn()
    function Field() {
      const [value, setValue] = useState<number | string>(3)
      const onChange = (next: number | string) => {
        said(next)
        setValue(next)
      }
      return <NumberInput aria-label="n" allowDecimal={allowDecimal} value={value} onChange={onChange} />
    }
    const home = document.body.appendChild(document.createElement('div'))
    const root = createRoot(home)
    act(() =>
      root.render(
        <MantineProvider>
          <Field />
        </MantineProvider>,
      ),
    )
    const input = home.querySelector('input')
    if (!input) throw new Error('no field')
    const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    const type = (text: string) =>
      act(() => {
        setValue?.call(input, text)
        input.dispatchEvent(new Event('input', { bubbles: true }))
      })
    act(() => input.focus())
    type('')
    for (const letter of letters) type(input.value + letter)
    expect(input.value).toHaveLength(letters.length)
    expect(said).toHaveBeenLastCalledWith(means)
    act(() => input.blur())
    expect(input.value).toBe(reads)
    act(() => root.unmount())
  },
)
