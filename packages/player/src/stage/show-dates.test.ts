import { describe, expect, it } from 'vitest'
import { runHere } from '#actions/run-actions.ts'
import { readPart } from '#downlink/parts.ts'
import { contentOf, devicePart, groupPart, scheduleOf, zonePage } from '#test/content.ts'
import { partOf } from '#test/protocol-server.ts'
import { advance, partsOf, START, stage, stageOfEachTest, storyOf } from '#test/stage.ts'

stageOfEachTest()

// The tests start at 12:00 UTC on June 1, which is 14:00 in the group's zone.
const TWO_MINUTES_LATER = '2026-06-01T14:02'
const next = {
  verb: 'LOAD_NEXT_LAYOUT',
  type: 'APPLICATION',
  target: '',
  event: 'CLICK_TOUCH',
  props: {},
} as const

describe('dates of pages', () => {
  it('end and start pages at their instant, offline, without a gap', async () => {
    const play = stage(
      partsOf(
        storyOf('s', [
          { id: 'old', seconds: 50, showUntil: TWO_MINUTES_LATER },
          { id: 'new', seconds: 50, showFrom: TWO_MINUTES_LATER },
          { id: 'past', seconds: 50, showUntil: '2026-05-31' },
        ]),
        's',
      ),
    )
    await advance(1)
    play.clearCounts()
    await advance(299)
    expect(new Set(play.counts())).toEqual(new Set([1]))
    expect(play.pages()).toEqual(['none', 'old', 'new'])
    const late = (play.seen.at(-1)?.at ?? 0) - 120_000
    expect(late).toBeGreaterThanOrEqual(0)
    expect(late).toBeLessThan(5)
  })

  it('of all pages in the past lead to the default, and back when a page starts again', async () => {
    const content = {
      ...storyOf('sale', [
        { id: 'ending', seconds: 5, showUntil: TWO_MINUTES_LATER },
        { id: 'later', seconds: 5, showFrom: '2026-06-01T14:10' },
      ]),
    }
    const other = storyOf('day', [{ id: 'day', seconds: 5 }])
    const both = {
      ...content,
      storyboards: { ...content.storyboards, ...other.storyboards },
      pages: { ...content.pages, ...other.pages },
    }
    const slots = [{ from: '09:00 AM', to: '05:00 PM', storyboardId: 'sale' }]
    const play = stage({
      group: readPart('group', partOf(1, groupPart(both, scheduleOf('day', { slots, activeFrom: START })))),
      device: readPart('device', partOf(1, devicePart())),
    })
    await advance(1)
    play.clearCounts()
    await advance(700)
    expect(new Set(play.counts())).toEqual(new Set([1]))
    expect([...new Set(play.pages())]).toEqual(['none', 'ending', 'day', 'later'])
    expect(play.problems).toEqual([])
    expect(play.playback.now.get()).toMatchObject({ storyboardId: 'sale', reason: 'slot' })
  })

  it('of everything in the past leave the stage to the clock and name, until a page starts', async () => {
    const play = stage(partsOf(storyOf('s', [{ id: 'a', seconds: 5, showFrom: TWO_MINUTES_LATER }]), 's'))
    await advance(119)
    expect(play.director.front).toBeUndefined()
    expect(play.playback.now.get()).toMatchObject({ storyboardId: null, reason: 'nothing' })
    await advance(2)
    expect(play.pages()).toEqual(['none', 'a'])
  })

  it('are respected by touch: ended pages are skipped and can’t be opened', async () => {
    const play = stage(
      partsOf(
        storyOf(
          's',
          [
            { id: 'a', seconds: 5 },
            { id: 'b', seconds: 5, showUntil: '2026-05-01' },
            { id: 'c', seconds: 5 },
          ],
          'DEFAULT',
        ),
        's',
      ),
    )
    const touch = (action: Parameters<typeof runHere>[0]) => runHere(action, { ...play, has: () => true })
    await advance(1)
    expect(touch(next)).toBeUndefined()
    await advance(1)
    expect(play.pages()).toEqual(['none', 'a', 'c'])
    const byOrder = { ...next, verb: 'LOAD_LAYOUT_BY_ORDER', props: { layoutOrder: 1 } } as const
    expect(touch(byOrder)).toBe('this storyboard has no such page')
    expect(touch(next)).toBeUndefined()
    await advance(1)
    expect(play.pages()).toEqual(['none', 'a', 'c', 'a'])
  })

  it('of media skip a page that consists only of an ended media zone', async () => {
    const ended = zonePage('ended', ['m'])
    for (const input of ended.config.inputs)
      if (input.name === 'z-media') input.value = [{ mediaId: 'm', duration: 0, showUntil: '2026-05-31' }]
    const content = contentOf([
      {
        id: 's',
        items: [
          { page: ended, seconds: 5 },
          { page: zonePage('shown', ['m']), seconds: 5 },
        ],
      },
    ])
    const play = stage(partsOf(content, 's'))
    await advance(60)
    expect([...new Set(play.pages())]).toEqual(['none', 'shown'])
    expect(play.problems).toEqual([])
  })
})

describe('dates and takeovers', () => {
  it('a takeover whose storyboard has ended keeps its message and the current content', async () => {
    const content = storyOf('alarm', [{ id: 'alarm', seconds: 5, showUntil: TWO_MINUTES_LATER }])
    const takeover = {
      ...{ id: 't', title: 'Fire', text: '', tone: 'danger' as const, storyboardId: 'alarm' },
      ...{ startedAt: START, endsAt: START + 600_000 },
    }
    const parts = partsOf(storyOf('day', [{ id: 'day', seconds: 5 }]), 'day')
    const device = { ...devicePart(null, content), takeover }
    const play = stage({ ...parts, device: readPart('device', partOf(2, device)) })
    await advance(60)
    expect(play.playback.now.get().reason).toBe('takeover')
    await advance(120)
    expect(play.playback.now.get()).toMatchObject({ storyboardId: 'day', reason: 'default' })
    expect(play.pages()).toEqual(['none', 'alarm', 'day'])
  })
})
