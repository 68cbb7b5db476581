import type { DevicePart } from '@vitrine/contract/api/playback/manifest'
import { describe, expect, it } from 'vitest'
import { readPart } from '#downlink/parts.ts'
import { devicePart, groupPart, scheduleOf } from '#test/content.ts'
import { partOf } from '#test/protocol-server.ts'
import { advance, partsOf, START, stage, stageOfEachTest, storyOf } from '#test/stage.ts'

stageOfEachTest()

const HOUR = 3_600_000
const content = (() => {
  const all = ['high', 'slot', 'default', 'other'].map((id) =>
    storyOf(id, [{ id: `${id}-page`, seconds: 10 }]),
  )
  return {
    storyboards: Object.assign({}, ...all.map(({ storyboards }) => storyboards)),
    pages: Object.assign({}, ...all.map(({ pages }) => pages)),
    media: {},
    files: {},
  }
})()

const SLOT = { from: '01:00 PM', to: '06:00 PM' }
/** The layers above the default storyboard: what makes each play `high` from the start. */
const LAYERS: Record<string, Partial<DevicePart>> = {
  slot: {},
  manual: { override: { storyboardId: 'high', since: START } },
  'manual for an hour': { override: { storyboardId: 'high', since: START, until: START + HOUR } },
  planned: { planned: [{ storyboardId: 'high', since: START, until: START + HOUR }] },
  takeover: {
    takeover: {
      id: 't',
      title: 'Leave the building',
      text: '',
      tone: 'danger',
      storyboardId: 'high',
      startedAt: START,
      endsAt: START + HOUR,
    },
  },
}
const partsFor = (
  layer: Partial<DevicePart>,
  slot: string | null,
  defaults: string | null = 'default',
  shown = content,
) => ({
  group: readPart(
    'group',
    partOf(
      1,
      groupPart(
        shown,
        scheduleOf(defaults, {
          activeFrom: START,
          slots: slot ? [{ storyboardId: slot, ...SLOT }] : [],
        }),
      ),
    ),
  ),
  device: readPart('device', partOf(1, { ...devicePart(), ...layer })),
})

describe('PLAY-12 a storyboard that can’t be shown', () => {
  it.each(Object.entries(LAYERS))('as %s leaves the screen to the next choice', async (name, layer) => {
    const broken = ['high-page']
    const play = stage(partsFor(layer, name === 'slot' ? 'high' : 'slot'), { broken })
    const next = name === 'slot' ? 'default-page' : 'slot-page'
    await advance(6)
    expect(play.pages()).toEqual(['none', next])
    expect(play.director.failing()).toMatchObject({
      storyboardId: 'high',
      why: expect.stringContaining('high-page: not ready in time'),
    })
    // It is tried again under the other, which stays: no gap.
    play.clearCounts()
    await advance(20 * 60)
    expect(play.counts().every((count) => count === 1)).toBe(true)
    expect(play.pages()).toEqual(['none', next])
    const tries = play.attempts.filter(({ page }) => page === 'high-page').map(({ at }) => at)
    expect(tries.length).toBeGreaterThan(3)
    // Longer each time.
    const waits = tries.slice(1).map((at, index) => at - (tries[index] ?? 0))
    expect(waits).toEqual([...waits].sort((a, b) => a - b))
    // It can be shown again.
    broken.pop()
    await advance(11 * 60)
    expect(play.pages()).toEqual(['none', next, 'high-page'])
    expect(play.director.failing()).toBeNull()
    expect(play.counts().every((count) => count === 1)).toBe(true)
  })

  it('is reported with a reason that the server accepts, however long it is', async () => {
    const name = 'x'.repeat(499)
    const page = { ...content.pages['high-page'], name: `${name}😀` }
    const long = { ...content, pages: { ...content.pages, 'high-page': page } }
    const play = stage(partsFor(LAYERS.manual ?? {}, 'slot', 'default', long), { broken: ['high-page'] })
    await advance(6)
    expect(play.director.failing()?.why).toBe(name)
  })

  it('leaves the screen to the default if a slot below can’t be shown either', async () => {
    const broken = ['high-page', 'slot-page']
    const play = stage(partsFor(LAYERS.manual ?? {}, 'slot'), { broken })
    await advance(16)
    expect(play.pages()).toEqual(['none', 'default-page'])
    broken.splice(0, 1)
    await advance(11 * 60)
    expect(play.pages()).toEqual(['none', 'default-page', 'high-page'])
  })

  it('by touch leaves the screen to the schedule for good', async () => {
    const broken = ['other-page']
    const play = stage(partsFor({}, null), { broken })
    await advance(2)
    play.playback.choose('other')
    await advance(30)
    expect(play.pages()).toEqual(['none', 'default-page'])
    broken.pop()
    await advance(600)
    expect(play.pages()).toEqual(['none', 'default-page'])
    expect(play.problems.join()).toContain('Skipped page "other-page"')
  })

  it('without another choice leaves the last page that worked', async () => {
    const broken: string[] = []
    const play = stage(partsFor({}, null, 'slot'), { broken })
    await advance(2)
    broken.push('default-page')
    play.ready.set(partsFor({}, null, 'default'))
    await advance(600)
    expect(play.pages()).toEqual(['none', 'slot-page'])
    expect(play.director.failing()).toMatchObject({ storyboardId: 'default' })
    broken.pop()
    await advance(660)
    expect(play.pages()).toEqual(['none', 'slot-page', 'default-page'])
  })

  it('that breaks while it shows returns the last page that worked', async () => {
    const broken: string[] = []
    const play = stage(partsFor({}, null, 'slot'), { broken })
    await advance(2)
    play.ready.set(partsFor({}, null, 'default'))
    await advance(2)
    broken.push('default-page')
    play.director.failed(play.director.front?.id ?? 0, 'it is black')
    await advance(60)
    expect(play.pages()).toEqual(['none', 'slot-page', 'default-page', 'slot-page'])
  })

  it('and is the only one waits for it', async () => {
    const broken = ['default-page', 'slot-page']
    const play = stage(partsFor({}, 'slot'), { broken })
    await advance(60)
    expect(play.pages()).toEqual(['none'])
    broken.pop()
    await advance(600)
    expect(play.pages()).toEqual(['none', 'slot-page'])
  })

  it('is due again at its next slot', async () => {
    const play = stage(partsOf(content, 'default'), {})
    await advance(1)
    play.playback.leaveOut('high')
    expect(play.playback.better()).toEqual([])
    expect(play.playback.now.get().storyboardId).toBe('default')
  })
})
