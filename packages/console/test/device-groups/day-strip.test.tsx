// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import type { Slot } from '@vitrine/contract/api/playback/manifest'
import type { Schedule } from '@vitrine/contract/api/screens/device-groups'
import { timeOfMinutes } from '@vitrine/contract/rules'
import { whatPlays } from '@vitrine/contract/schedule/schedule'
import { instantOf } from '@vitrine/contract/schedule/time-zone'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DayStrip } from '#pictures/schedules/day-strip.tsx'
import { setUpConsole, show } from '#test/console-window.tsx'

setUpConsole({ once: true })

const dates = ['2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26'] as const
const minute = fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15)
const date = fc.option(fc.constantFrom(...dates), { nil: undefined })

const slotArb = fc
  .record({
    from: minute,
    to: minute,
    storyboardId: fc.constantFrom('Bread', 'Soup', 'Film'),
    days: fc.option(fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 }), { nil: undefined }),
    startDate: date,
    endDate: date,
    event: fc.option(fc.constant('Fair'), { nil: undefined }),
  })
  .map(({ from, to, ...slot }): Slot => {
    const times = { from: timeOfMinutes(from), to: timeOfMinutes(to) }
    return { ...slot, ...times, ...(to !== 0 && to <= from && { overnight: true as const }) }
  })
const scheduleArb = fc.record({
  timezone: fc.constant('Etc/GMT-2'),
  defaultStoryboardId: fc.constant(null),
  slots: fc.array(slotArb, { maxLength: 6 }),
})

/** The storyboard that the strip shows at a minute; null if none. */
function drawnAt(minutes: number): string | null {
  const at = (minutes / 1440) * 100
  const drawn = [...document.querySelectorAll<HTMLElement>('[role="img"] span[title]:has(bdi)')].filter(
    ({ style }) => {
      const from = Number.parseFloat(style.insetInlineStart)
      return from <= at + 1e-6 && at < from + Number.parseFloat(style.inlineSize) - 1e-6
    },
  )
  expect(drawn.length).toBeLessThanOrEqual(1)
  return drawn[0]?.textContent ?? null
}

test('the day strip shows what plays at every quarter of an hour', async () => {
  let label = 0
  await fc.assert(
    fc.asyncProperty(scheduleArb, fc.constantFrom(...dates), async (schedule: Schedule, day) => {
      const name = String(label++)
      document.body.replaceChildren()
      show(
        <div id={`strip-${name}`}>
          <DayStrip schedule={schedule} nameOf={(id) => id ?? undefined} date={day} />
        </div>,
      )
      await waitFor(() => expect(document.querySelector(`#strip-${name} [role="img"]`)).not.toBeNull())
      const state = { current: { ...schedule, activeFrom: 0 }, next: null, override: null }
      for (let minutes = 0; minutes < 1440; minutes += 15) {
        const { storyboardId } = whatPlays(state, instantOf(schedule.timezone, day, minutes))
        expect(`${minutes} ${drawnAt(minutes)}`).toBe(`${minutes} ${storyboardId}`)
      }
    }),
    { numRuns: 25 },
  )
})
