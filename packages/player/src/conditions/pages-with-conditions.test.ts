import type { Condition, Test } from '@vitrine/contract/schedule/conditions'
import { describe, expect, it } from 'vitest'
import { readPart } from '#downlink/parts.ts'
import { devicePart, groupPart, scheduleOf } from '#test/content.ts'
import { partOf } from '#test/protocol-server.ts'
import { advance, partsOf, START, stage, stageOfEachTest, storyOf, TestRows } from '#test/stage.ts'

stageOfEachTest()

const above = (value: number, more: Partial<Condition> = {}): Condition => ({
  tests: [{ of: 'source', from: 'Queue', field: 'Length', is: 'above', value }],
  ...more,
})
const queueOf = (length: number) => {
  const rows = new TestRows()
  const set = (next: number) => rows.set('queue', ['Length'], [[next]])
  set(length)
  return { rows, set }
}
const busy = (more: Partial<Condition> = {}) =>
  partsOf(
    storyOf('s', [
      { id: 'a', seconds: 10 },
      { id: 'busy', seconds: 10, when: above(5, more) },
      { id: 'c', seconds: 10 },
    ]),
    's',
  )
/** Pages with the second in which they came. */
const times = (play: ReturnType<typeof stage>) =>
  play.seen.map(({ page, at }) => `${page} ${Math.floor(at / 1000)}`)

describe('pages with conditions', () => {
  it('come and go when the page that shows has ended, in their place, without a gap', async () => {
    const { rows, set } = queueOf(2)
    const play = stage(busy(), { rows })
    await advance(3)
    play.clearCounts()
    set(7)
    await advance(24)
    set(3)
    await advance(25)
    expect(times(play)).toEqual(['none 0', 'a 0', 'busy 10', 'c 20', 'a 30', 'c 40', 'a 50'])
    expect(new Set(play.counts())).toEqual(new Set([1]))
  })

  it('that are immediate come and go in the middle of another page, without a gap', async () => {
    const { rows, set } = queueOf(2)
    const play = stage(busy({ immediate: true }), { rows })
    await advance(3)
    play.clearCounts()
    set(7)
    await advance(4)
    set(2)
    await advance(20)
    expect(times(play)).toEqual(['none 0', 'a 0', 'busy 3', 'c 7', 'a 17', 'c 27'])
    expect(new Set(play.counts())).toEqual(new Set([1]))
  })

  it('of other pages leave the page that shows alone', async () => {
    const { rows, set } = queueOf(7)
    const play = stage(busy({ immediate: true }), { rows })
    await advance(13)
    expect(play.pages().at(-1)).toBe('busy')
    const painted = play.attempts.length
    await advance(9)
    expect(play.pages().at(-1)).toBe('c')
    set(1)
    await advance(3)
    expect(play.pages().at(-1)).toBe('c')
    expect(play.attempts.filter(({ page }) => page === 'c')).toHaveLength(1)
    expect(play.attempts.length).toBeLessThanOrEqual(painted + 2)
  })

  it('do not oscillate: an answer holds for its time', async () => {
    const { rows, set } = queueOf(7)
    const play = stage(busy({ immediate: true, holdSeconds: 30 }), { rows })
    await advance(11)
    expect(play.pages()).toEqual(['none', 'a', 'busy'])
    for (let second = 0; second < 20; second++) {
      set(second % 2 ? 7 : 3)
      await advance(1)
    }
    // The first change of many is free, and the next ones wait for half a minute.
    const changes = play.seen.filter(({ page }) => page === 'busy')
    expect(changes.length).toBeLessThanOrEqual(2)
  })

  it('play by the last copy without a server, until it is older than they allow', async () => {
    const { rows } = queueOf(7)
    const play = stage(busy({ older: { minutes: 2, plays: false } }), { rows })
    await advance(115)
    expect(play.pages().filter((page) => page === 'busy').length).toBeGreaterThan(2)
    const before = play.seen.length
    await advance(120)
    expect(play.pages().slice(before + 2)).not.toContain('busy')
  })

  it('of a timed trigger end at its instant without a server', async () => {
    const rows = new TestRows()
    const when: Condition = {
      tests: [{ of: 'trigger', from: 'T', field: 'Raised', is: 'is', value: true } satisfies Test],
      immediate: true,
    }
    rows.set('trigger/t', ['Raised', 'Until'], [[true, START + 25_000]])
    const pages = [
      { id: 'a', seconds: 10 },
      { id: 'alarm', seconds: 60, when },
    ]
    const play = stage(partsOf(storyOf('s', pages), 's'), { rows })
    await advance(60)
    expect(times(play).slice(0, 4)).toEqual(['none 0', 'a 0', 'alarm 10', 'a 25'])
  })

  it('that are all there is make room for the default, and return', async () => {
    const { rows, set } = queueOf(2)
    const slot = storyOf('slot', [{ id: 'busy', seconds: 10, when: above(5) }])
    const day = storyOf('day', [
      { id: 'day 1', seconds: 10 },
      { id: 'day 2', seconds: 10 },
    ])
    const both = {
      ...slot,
      storyboards: { ...slot.storyboards, ...day.storyboards },
      pages: { ...slot.pages, ...day.pages },
    }
    const slots = [{ from: '09:00 AM', to: '05:00 PM', storyboardId: 'slot' }]
    const play = stage(
      {
        group: readPart('group', partOf(1, groupPart(both, scheduleOf('day', { slots, activeFrom: START })))),
        device: readPart('device', partOf(1, devicePart())),
      },
      { rows },
    )
    await advance(12)
    play.clearCounts()
    expect(play.playback.now.get()).toMatchObject({ storyboardId: 'day', reason: 'default' })
    set(9)
    await advance(10)
    expect(play.playback.now.get()).toMatchObject({ storyboardId: 'slot', reason: 'slot' })
    set(1)
    await advance(20)
    expect(play.playback.now.get()).toMatchObject({ storyboardId: 'day', reason: 'default' })
    // The default is where its group is.
    expect(play.pages().slice(0, 5)).toEqual(['none', 'day 1', 'day 2', 'busy', 'day 2'])
    expect(new Set(play.counts())).toEqual(new Set([1]))
  })

  it('of everything leave the stage to the clock and name', async () => {
    const { rows, set } = queueOf(1)
    const play = stage(partsOf(storyOf('s', [{ id: 'a', seconds: 5, when: above(5) }]), 's'), { rows })
    await advance(10)
    expect(play.playback.now.get()).toMatchObject({ storyboardId: null, reason: 'nothing' })
    set(6)
    await advance(2)
    expect(play.pages()).toEqual(['none', 'a'])
  })

  it('survive a clock that is set back by a day', async () => {
    const { rows, set } = queueOf(2)
    const play = stage(busy({ holdSeconds: 60 }), { rows })
    await advance(3)
    set(7)
    await advance(20)
    const at = play.clock.monotonic()
    play.clock.adopt([{ serverTime: play.clock.now() - 86_400_000, sentAt: at, receivedAt: at }])
    set(2)
    await advance(70)
    expect(play.pages().slice(-3)).not.toContain('busy')
    expect(new Set(play.counts().slice(2))).toEqual(new Set([1]))
  })
})
