// @vitest-environment happy-dom
import { act, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import { useKeptFocus } from './use-kept-focus.ts'

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)

function Names({ names }: { names: readonly string[] }) {
  const frame = useRef<HTMLTableElement>(null)
  return (
    <table ref={frame} {...useKeptFocus(frame, names)}>
      <tbody>
        {names.map((name, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what is tested
          <tr key={place} data-key={name}>
            <td>
              <a href="#open">{`Open ${name}`}</a>
              <button type="button">{`Delete ${name}`}</button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function shownNames() {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const show = (...names: string[]) => act(() => root.render(<Names names={names} />))
  const focus = (at: number) => act(() => place.querySelectorAll('button')[at]?.focus())
  return { show, focus, focused: () => document.activeElement?.textContent }
}

test('the focus follows its item and control, or stays in place when the item is removed', () => {
  const { show, focus, focused } = shownNames()
  show('A', 'B "1"', 'C')
  focus(1)
  const lists = [['B "1"', 'C', 'A'], ['A', 'C', 'new', 'B "1"'], ['B "1"'], ['A', 'B "1"']]
  for (const names of lists) {
    show(...names)
    expect(focused(), names.join()).toBe('Delete B "1"')
  }
  show('A', 'C')
  expect(focused()).toBe('Delete C')
})

test('a focus that has moved elsewhere is not taken back', () => {
  const { show, focus, focused } = shownNames()
  const elsewhere = document.body.appendChild(document.createElement('button'))
  elsewhere.textContent = 'Elsewhere'
  show('A', 'B')
  focus(0)
  act(() => elsewhere.focus())
  show('B', 'A')
  expect(focused()).toBe('Elsewhere')
  focus(1)
  show()
  act(() => elsewhere.focus())
  show('B', 'A')
  expect(focused()).toBe('Elsewhere')
})

function Moves({ names }: { names: readonly string[] }) {
  const list = useRef<HTMLOListElement>(null)
  return (
    <ol ref={list} tabIndex={-1} {...useKeptFocus(list, names)}>
      {names.map((name, place) => (
        <li key={name} data-key={name}>
          <button type="button" disabled={place === 0}>{`Up ${name}`}</button>
          <button type="button">{`Remove ${name}`}</button>
        </li>
      ))}
    </ol>
  )
}

test('the focus moves to the successor of a removed item, and to an enabled control', () => {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const show = (...names: string[]) => act(() => root.render(<Moves names={names} />))
  const focus = (text: string) =>
    act(() => [...place.querySelectorAll('button')].find(({ textContent }) => textContent === text)?.focus())
  const focused = () => document.activeElement?.textContent
  show('A', 'B', 'C')
  focus('Remove B')
  show('A', 'C')
  expect(focused()).toBe('Remove C')
  show('A')
  expect(focused()).toBe('Remove A')
  show()
  expect(document.activeElement).toBe(place.querySelector('ol'))
  show('A', 'B')
  focus('Up B')
  show('B', 'A')
  expect(focused()).toBe('Remove B')
  act(() => root.unmount())
})
