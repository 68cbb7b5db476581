// @vitest-environment happy-dom
import { waitFor as waitShort } from '@testing-library/dom'
import { useRef } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useRoving } from './use-roving.ts'

/** A slow machine is not a failure. */
const waitFor = (check: () => void) => waitShort(check, { timeout: 30_000 })

let root: Root
beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => {
  root.unmount()
  document.body.replaceChildren()
})

function Grid({ names }: { names: readonly string[] | undefined }) {
  const grid = useRef<HTMLUListElement>(null)
  useRoving(grid)
  if (!names) return <p>Loading</p>
  return (
    <ul ref={grid}>
      {names.map((name) => (
        <li key={name}>
          <a href="#a">{name}</a>
          <input type="checkbox" aria-label={`Choose ${name}`} />
          <button type="button">{`More of ${name}`}</button>
          <button type="button" tabIndex={-1}>{`Never of ${name}`}</button>
        </li>
      ))}
    </ul>
  )
}

const names = (count: number) => Array.from({ length: count }, (_, n) => `Card ${n + 1}`)
const stops = () =>
  [...document.querySelectorAll<HTMLElement>('ul :is(a, input, button)')]
    .filter((control) => control.getAttribute('tabindex') !== '-1')
    .map((control) => control.textContent || control.getAttribute('aria-label'))
const of = (name: string) => [name, `Choose ${name}`, `More of ${name}`]
const press = (key: string, more: KeyboardEventInit = {}) =>
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...more }))
const focused = () => document.activeElement?.textContent

test('150 cards are one tab stop, also if they arrive later', async () => {
  root.render(<Grid names={undefined} />)
  root.render(<Grid names={names(100)} />)
  await waitFor(() => expect(stops()).toEqual(of('Card 1')))
  root.render(<Grid names={names(150)} />)
  await waitFor(() => expect(document.querySelectorAll('li')).toHaveLength(150))
  await waitFor(() => expect(stops()).toEqual(of('Card 1')))
})

test('arrow keys, Home, and End lead to the same control of another card, and the tab stop follows', async () => {
  root.render(<Grid names={names(5)} />)
  await waitFor(() => expect(stops()).toEqual(of('Card 1')))
  for (const button of document.querySelectorAll('button'))
    if (button.textContent === 'More of Card 1') button.focus()
  press('ArrowRight')
  expect(focused()).toBe('More of Card 2')
  expect(stops()).toEqual(of('Card 2'))
  press('End')
  expect(focused()).toBe('More of Card 5')
  press('ArrowRight')
  expect(focused()).toBe('More of Card 5')
  press('Home')
  press('ArrowLeft')
  expect(focused()).toBe('More of Card 1')
  press('ArrowRight', { shiftKey: true })
  expect(focused()).toBe('More of Card 1')
})

test('from right to left, the left arrow leads on', async () => {
  document.body.style.direction = 'rtl'
  root.render(<Grid names={names(3)} />)
  await waitFor(() => expect(stops()).toEqual(of('Card 1')))
  const list = document.querySelector('ul')
  if (list) list.style.direction = 'rtl'
  document.querySelector('a')?.focus()
  press('ArrowLeft')
  expect(focused()).toBe('Card 2')
  document.body.style.direction = ''
})

test('a removed card leaves the tab stop to the first', async () => {
  root.render(<Grid names={names(3)} />)
  await waitFor(() => expect(stops()).toEqual(of('Card 1')))
  root.render(<Grid names={['Card 2', 'Card 3']} />)
  await waitFor(() => expect(stops()).toEqual(of('Card 2')))
})
