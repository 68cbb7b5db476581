// @vitest-environment happy-dom
import type { DevicePart } from '@vitrine/contract/api/playback/manifest'
import type { ShowDates } from '@vitrine/contract/schedule/show-dates'
import { describe, expect, it } from 'vitest'
import { readPart } from '#downlink/parts.ts'
import { memoryState } from '#lib/state.ts'
import { devicePart, groupPart, scheduleOf } from '#test/content.ts'
import { partOf } from '#test/protocol-server.ts'
import { advance, START, stage, stageOfEachTest, storyOf } from '#test/stage.ts'
import { keptPageOf } from './last-worked.ts'
import { readinessOf } from './readiness.ts'

stageOfEachTest()
// The test environment doesn't define it.
Object.assign(HTMLMediaElement, { HAVE_CURRENT_DATA: 2 })

const HOUR = 3_600_000
/** When a zone without a picture gives up. */
const GIVE_UP_MS = 4500
const EMPTY = 'none of its media can be shown'

/** What a page's zone contains when its only medium can't be shown, or the dates of a page that has ended. */
const CAUSES: Record<string, { zone: string } | { dates: ShowDates }> = {
  'a video that can’t be decoded': { zone: '<video style="opacity: 0"></video>' },
  'a site that is down': { zone: '' },
  'a broken package': { zone: '<iframe style="opacity: 0"></iframe>' },
  'a stream that is down': { zone: '<video></video>' },
  'dates that are over': { dates: { showUntil: '2026-05-31' } },
}

const SLOT = { from: '01:00 PM', to: '06:00 PM', storyboardId: 'high' }
/** What makes a layer play `high`. */
const LAYERS: Record<string, Partial<DevicePart>> = {
  slot: {},
  manual: { override: { storyboardId: 'high', since: START } },
  planned: { planned: [{ storyboardId: 'high', since: START, until: START + HOUR }] },
  touch: {},
  takeover: {
    takeover: {
      ...{ id: 't', title: 'Leave the building', text: '', tone: 'danger', storyboardId: 'high' },
      ...{ startedAt: START, endsAt: START + HOUR },
    },
  },
}
const ROWS = Object.keys(LAYERS).flatMap((layer) => Object.keys(CAUSES).map((cause) => ({ layer, cause })))

function screenOf({ layer, cause }: { layer: string; cause: string }) {
  const why = CAUSES[cause] ?? { zone: '' }
  const stories = ['high', 'default', 'other'].map((id) =>
    storyOf(id, [
      { id: `${id}-page`, seconds: 10, ...(id === 'high' && 'dates' in why ? why.dates : undefined) },
    ]),
  )
  const content = {
    storyboards: Object.assign({}, ...stories.map(({ storyboards }) => storyboards)),
    pages: Object.assign({}, ...stories.map(({ pages }) => pages)),
    ...{ media: {}, files: {} },
  }
  const parts = (defaults: string, isDue = true) => {
    const slots = isDue && layer === 'slot' ? [SLOT] : []
    const schedule = scheduleOf(defaults, { activeFrom: START, slots })
    const device = { ...devicePart(), ...(isDue ? LAYERS[layer] : {}) }
    return {
      group: readPart('group', partOf(1, groupPart(content, schedule))),
      device: readPart('device', partOf(1, device)),
    }
  }
  /** The zone that the stage would look at, checked as it checks. */
  const fail: NonNullable<Parameters<typeof stage>[1]>['fail'] = (shown, director) => {
    const page = document.createElement('div')
    page.innerHTML = `<div data-widget="zone">${'zone' in why ? why.zone : ''}</div>`
    expect(readinessOf(page, ['zone'], false, false)).toBe('waiting')
    expect(readinessOf(page, ['zone'], false, true)).toBe('empty')
    setTimeout(() => director.failed(shown.id, EMPTY), GIVE_UP_MS)
  }
  const touch = (play: ReturnType<typeof stage>) => layer === 'touch' && play.playback.choose('high')
  return { parts, fail, touch, isDated: 'dates' in why }
}

describe('PLAY-12 nothing is dark while anything can be shown', () => {
  it.each(ROWS)('$layer with $cause: the next layer plays', async (row) => {
    const { parts, fail, touch } = screenOf(row)
    const play = stage(parts('default'), { broken: ['high-page'], fail })
    touch(play)
    await advance(6)
    expect(play.pages()).toEqual(['none', 'default-page'])
    play.clearCounts()
    await advance(20 * 60)
    expect(play.counts().every((count) => count === 1)).toBe(true)
    expect(play.pages()).toEqual(['none', 'default-page'])
  })

  it.each(ROWS)(
    '$layer with $cause, and nothing below: the last page that worked, after a restart, too',
    async (row) => {
      const { parts, fail, touch, isDated } = screenOf(row)
      const state = memoryState()
      const options = { broken: ['high-page', 'default-page'], fail }
      const play = stage(parts('other', false), { ...options, worked: await keptPageOf(state) })
      await advance(2)
      play.clearCounts()
      play.ready.set(parts('default'))
      touch(play)
      await advance(20 * 60)
      expect(play.pages()).toEqual(['none', 'other-page'])
      expect(play.counts().every((count) => count === 1)).toBe(true)
      play.close()

      const again = stage(parts('default'), { ...options, worked: await keptPageOf(state) })
      touch(again)
      await advance((2 * GIVE_UP_MS) / 1000 + 3)
      expect(again.pages()).toEqual(['none', 'other-page'])
      again.clearCounts()
      await advance(20 * 60)
      expect(again.counts().every((count) => count === 1)).toBe(true)
      expect(again.director.failing()?.storyboardId).toBe(
        isDated || row.layer === 'touch' ? 'default' : 'high',
      )
      // What should play returns.
      options.broken.splice(0)
      await advance(11 * 60)
      expect(again.pages().at(-1)).toBe(isDated || row.layer === 'touch' ? 'default-page' : 'high-page')
    },
  )
})

describe('the last page that worked', () => {
  const row = { layer: 'manual', cause: 'a site that is down' }
  const kept = (storyboardId: string, pageId: string) => ({
    kept: [storyboardId, pageId] as const,
    keep: () => {},
  })
  const options = { broken: ['high-page', 'default-page'] }

  it('doesn’t stay beyond its emergency', async () => {
    const { parts } = screenOf({ ...row, layer: 'takeover' })
    const broken = ['default-page']
    const play = stage(parts('default'), { broken })
    await advance(2)
    expect(play.pages()).toEqual(['none', 'high-page'])
    play.ready.set(parts('default', false))
    await advance(60)
    expect(play.pages()).toEqual(['none', 'high-page', 'none'])
  })

  it('doesn’t stay beyond its dates', async () => {
    const { parts } = screenOf({ ...row, cause: 'dates that are over' })
    const play = stage(parts('default'), { ...options, worked: kept('high', 'high-page') })
    await advance(60)
    expect(play.pages()).toEqual(['none'])
  })

  it.each([
    ['is deleted', 'gone', 'gone'],
    ['is broken itself', 'default', 'default-page'],
  ])('and %s leaves the stage empty', async (_name, storyboardId, pageId) => {
    const play = stage(screenOf(row).parts('default'), { ...options, worked: kept(storyboardId, pageId) })
    await advance(60)
    expect(play.pages()).toEqual(['none'])
  })

  it.each(['', ' ', 'high', '{"a": 1}', '\0 \0'])('is nothing if the state is %j', async (text) => {
    const state = memoryState()
    await state.set({ worked: text })
    const play = stage(screenOf(row).parts('default'), { ...options, worked: await keptPageOf(state) })
    await advance(60)
    expect(play.pages()).toEqual(['none'])
  })

  it('is stored once for a storyboard, and again when a page fails while it shows', async () => {
    const { parts } = screenOf(row)
    const stored: string[] = []
    const worked = {
      kept: [] as const,
      keep: ([, pageId = '']: readonly string[]) => void stored.push(pageId),
    }
    const play = stage(parts('other', false), { broken: [], worked })
    await advance(600)
    play.ready.set(parts('default', false))
    await advance(600)
    expect(stored).toEqual(['other-page', 'default-page'])
    play.director.failed(play.director.front?.id ?? 0, 'it is black')
    expect(stored).toEqual(['other-page', 'default-page', 'other-page'])
  })
})
