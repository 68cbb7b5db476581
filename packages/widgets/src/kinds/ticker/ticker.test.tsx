// @vitest-environment happy-dom
import { defaultsOf } from '@vitrine/contract/fields/values'
import { DEFINITIONS, type SettingsOf } from '@vitrine/widgets/definitions'
import { hostWith } from '@vitrine/widgets/host'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Ticker } from './ticker.tsx'

const moving = { currentTime: 0 as number | null, cancel: () => undefined }
let seconds = 0

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(1000)
  vi.spyOn(Element.prototype, 'animate').mockImplementation((_frames, options) => {
    seconds = Number((options as KeyframeAnimationOptions).duration) / 1000
    return moving as unknown as Animation
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A strip that moves; `look` compares it with the clock. */
function strip(start: number) {
  let now = start
  let look = () => {}
  const host = {
    ...hostWith({ mode: 'play' }),
    motion: true,
    now: () => now,
    onTick: (tick: () => void) => {
      look = tick
      return () => undefined
    },
  }
  const defaults = defaultsOf(DEFINITIONS.ticker.fields) as SettingsOf<'ticker'>
  const settings = { ...defaults, tickerSentence1: { ...defaults.tickerSentence1, text: 'Fresh bread' } }
  const root = createRoot(document.createElement('div'))
  act(() => root.render(<Ticker id="w" settings={settings} size={{ width: 800, height: 60 }} host={host} />))
  const lookAt = (time: number) => {
    now = time
    look()
  }
  return { lookAt, close: () => act(() => root.unmount()) }
}

test('a strip begins where the clock says, and follows it if it is more than 30 ms off, either way', () => {
  const { lookAt, close } = strip(1_000_000_123)
  const round = seconds * 1000
  expect(round).toBeGreaterThan(1000)
  expect(moving.currentTime).toBe(1_000_000_123 % round)
  const begin = Math.ceil(1_000_000_123 / round) * round
  // Milliseconds of a round by the clock, those of the strip, and what these become.
  for (const [clock, place, becomes] of [
    [500, 500, 500],
    [500, 471, 471],
    [500, 468, 500],
    [500, 529, 529],
    [500, 532, 500],
    [500, 500 + 3 * round, 500 + 3 * round],
    [10, round - 19, round - 19],
    [10, round - 22, 10],
    [round - 10, 19, 19],
    [round - 10, 22, round - 10],
  ] as const) {
    moving.currentTime = place
    lookAt(begin + clock)
    expect(Math.round(Number(moving.currentTime)), `${clock} ${place}`).toBe(Math.round(becomes))
  }
  close()
})
