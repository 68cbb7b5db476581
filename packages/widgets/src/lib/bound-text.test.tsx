// @vitest-environment happy-dom
import type { SourceData } from '@vitrine/contract/document/source-data'
import { type Host, hostWith } from '@vitrine/widgets/host'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useBoundTexts } from './bound-text.ts'

beforeEach(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true))
afterEach(() => vi.unstubAllGlobals())

const MENU: SourceData = { columns: ['Dish', 'Price'], rows: [['Espresso', 2.5]], at: 1 }

/** Renders texts; `change` is the source's next value. */
function draw(texts: readonly string[], data: SourceData | undefined, mode: Host['mode'] = 'play') {
  let now = data
  const listeners = new Set<() => void>()
  const asked: string[] = []
  const host = hostWith({
    mode,
    source: (key) => {
      asked.push(key)
      return {
        get: () => now,
        subscribe: (listener) => {
          listeners.add(listener)
          return () => void listeners.delete(listener)
        },
      }
    },
  })
  const place = document.createElement('div')
  const root = createRoot(place)
  const Texts = () => useBoundTexts(texts, host).map((text) => <p key={text}>{text}</p>)
  act(() => root.render(<Texts />))
  return {
    texts: () => [...place.querySelectorAll('p')].map(({ textContent }) => textContent),
    asked,
    listeners,
    change: (next: SourceData | undefined) =>
      act(() => {
        now = next
        for (const listener of listeners) listener()
      }),
    leave: () => act(() => root.unmount()),
  }
}

it('texts show the values of their sources, and update with them', () => {
  const { texts, change, asked } = draw(['Today {MENU: Price of Espresso} only', 'Open'], MENU)
  expect(texts()).toEqual(['Today 2.5 only', 'Open'])
  expect(new Set(asked)).toEqual(new Set(['menu']))
  change({ ...MENU, rows: [['Espresso', 3]] })
  expect(texts()).toEqual(['Today 3 only', 'Open'])
})

it('without a value, people see the fallback or nothing, and designers the placeholder', () => {
  const written = ['{Menu: Price of Tea | soon}', '{Menu: Price of Tea}!']
  expect(draw(written, MENU).texts()).toEqual(['soon', '!'])
  expect(draw(written, undefined).texts()).toEqual(['soon', '!'])
  expect(draw(written, undefined, 'design').texts()).toEqual(['soon', '{Menu: Price of Tea}!'])
})

it('texts without placeholders subscribe to no source, and removed ones unsubscribe', () => {
  const plain = draw(['{', 'a { b'], MENU)
  expect([plain.texts(), plain.asked]).toEqual([['{', 'a { b'], []])
  const bound = draw(['{Menu: Price}', '{Menu: Dish}'], MENU)
  expect(bound.texts()).toEqual(['2.5', 'Espresso'])
  expect(bound.listeners.size).toBeGreaterThan(0)
  bound.leave()
  expect(bound.listeners.size).toBe(0)
})
