import { describe, expect, it, vi } from 'vitest'
import { advance, partsOf, START, stage, stageOfEachTest, storyOf } from '#test/stage.ts'

stageOfEachTest()

const DAY = 86_400_000

/** The first measurement: this screen's clock was wrong by some milliseconds. */
function correct({ clock }: ReturnType<typeof stage>, by: number): void {
  const at = clock.monotonic()
  clock.adopt([{ serverTime: clock.now() + by, sentAt: at, receivedAt: at }])
}

it('a screen turned on in the middle of a page shows that page immediately', async () => {
  const pages = [
    { id: 'a', seconds: 20 },
    { id: 'b', seconds: 20 },
  ]
  vi.setSystemTime(START + 5000)
  const play = stage(partsOf(storyOf('s', pages), 's'))
  await advance(1)
  expect(play.pages()).toEqual(['none', 'a'])
})

describe('TIME-06 a clock correction', () => {
  it.each([DAY, 60_000, -60_000, -365 * DAY])(
    'by %s ms costs a page that is being made ready nothing of its time',
    async (by) => {
      const play = stage(partsOf(storyOf('s', [{ id: 'a', seconds: 30 }], 'DEFAULT'), 's'), { paintMs: 2000 })
      await advance(1)
      correct(play, by)
      await advance(2)
      expect(play.problems).toEqual([])
      expect(play.pages()).toEqual(['none', 'a'])
    },
  )

  it.each([-60_000, -365 * DAY])(
    'by %s ms neither waits longer for a page that does not come, nor leaves one out for longer',
    async (by) => {
      const pages = [{ id: 'a', seconds: 30 }]
      // The first attempt fails, and the clock is corrected during the second.
      const play = stage(partsOf(storyOf('s', pages, 'DEFAULT'), 's'), { late: new Set([1, 2]) })
      await advance(6)
      expect(play.problems).toHaveLength(1)
      correct(play, by)
      await advance(20)
      expect(play.problems).toHaveLength(2)
      await advance(65)
      expect(play.pages()).toEqual(['none', 'a'])
    },
  )
})
