// @vitest-environment happy-dom
import type { GroupSchedule, StoredLayer, TakeoverNotice } from '@vitrine/contract/api/playback/manifest'
import type { Condition } from '@vitrine/contract/schedule/conditions'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Parts, readPart } from '#downlink/parts.ts'
import { Signal } from '#lib/signal.ts'
import { Clock } from '#lib/time/clock.ts'
import { Playback } from '#schedule/playback.ts'
import { Director } from '#stage/director.ts'
import type { OverStage } from '#stage/stage.tsx'
import type { StageServices } from '#stage/stage-host.ts'
import { colorPage, contentOf, devicePart, groupPart, scheduleOf } from '#test/content.ts'
import { partOf } from '#test/protocol-server.ts'
import { advance, conditionsOf, START, stageOfEachTest, TestRows } from '#test/stage.ts'
import { OverlayWatch } from './overlay-watch.ts'

stageOfEachTest()

const SCREEN = { width: 1920, height: 1080 }
const RAIN: Condition = {
  tests: [{ of: 'source', from: 'Sky', field: 'Rain', is: 'is', value: 'yes' }],
  immediate: true,
}

const story = (id: string, pages: string[], seconds = 5) => ({
  id,
  items: pages.map((page) => ({ page: colorPage(page, 'red'), seconds })),
})
const CONTENT = contentOf([
  story('main', ['m1', 'm2', 'm3'], 3),
  story('other', ['o1']),
  story('ticker', ['t1', 't2'], 7),
  story('logo', ['l1']),
])
for (const id of ['ticker', 'logo'])
  Object.assign(
    CONTENT.storyboards[id] ?? {},
    id === 'ticker' ? { height: 120 } : { width: 400, height: 300 },
  )

const layer = (name: string, more: Partial<StoredLayer> = {}): StoredLayer => ({
  name,
  place: { kind: 'bottom', makesRoom: true },
  storyboardId: 'ticker',
  slots: [],
  ...more,
})

interface Given {
  layers?: StoredLayer[]
  next?: { activateAt: number; programme: GroupSchedule } | null
  content?: typeof CONTENT
  tags?: string[]
  takeover?: TakeoverNotice
  storyboardId?: string | null
}
let version = 1
function partsWith({
  layers = [],
  next = null,
  content = CONTENT,
  tags,
  takeover,
  storyboardId = 'main',
}: Given): Parts {
  const current = scheduleOf(storyboardId, { timezone: 'Etc/GMT', activeFrom: START, layers })
  const device = {
    ...devicePart(),
    ...(tags && { traits: { tags, places: [] } }),
    ...(takeover && { takeover }),
  }
  return {
    group: readPart('group', partOf(version++, groupPart(content, current, next))),
    device: readPart('device', partOf(version++, device)),
  }
}

/** A stage with layers whose pages paint after 100 ms, except those in `broken`. */
function play(given: Given, { broken = [] as string[], rows = undefined as TestRows | undefined } = {}) {
  const clock = new Clock()
  const ready = new Signal(partsWith(given))
  const kept = new Map<unknown, ReadonlySet<string>>()
  const library = {
    ready,
    showing: (files: ReadonlySet<string>, by?: object) => void kept.set(by, files),
  }
  const conditions = rows && conditionsOf(library, clock, rows)
  const playback = new Playback(library, clock, conditions)
  const problems: string[] = []
  const report = (problem: string) => void problems.push(problem)
  const worked = { kept: [], keep: () => undefined }
  const director = new Director({ library, playback, clock, conditions, report, worked })
  const takeover = { active: new Signal<TakeoverNotice | null>(null) }
  const shown = new Signal<OverStage | undefined>(undefined)
  const changed = new Signal<object>({})
  const runs: Director[] = []
  const services = {
    onSecond: () => () => undefined,
    sound: new Signal('silent'),
  } as unknown as StageServices
  const watch = new OverlayWatch({
    ...{ library, clock, conditions, playback, director, takeover, report, shown, changed },
    services: () => services,
    run: (_widget, _actions, own) => void runs.push(own),
  })
  const painted = new WeakSet<object>()
  const seen: string[] = []
  const paint = (own: Director) => {
    for (const page of own.layers.get()) {
      if (painted.has(page.commands)) continue
      painted.add(page.commands)
      if (broken.includes(page.show.page.id)) own.failed(page.id, 'broken')
      else setTimeout(() => own.painted(page.id), 100)
    }
  }
  const known = new Map<Director, () => void>()
  const look = () => {
    for (const own of [director, ...watch.seen().map((each) => each.director)]) {
      if (!known.has(own))
        known.set(
          own,
          own.layers.subscribe(() => paint(own)),
        )
      paint(own)
    }
    const now = watch
      .seen()
      .map(({ layer: each, director: own }) => `${each.name}=${own.front?.show.page.id ?? ''}`)
    if (seen.at(-1) !== now.join(' ')) seen.push(now.join(' '))
  }
  const stops = [changed.subscribe(look), director.layers.subscribe(look), shown.subscribe(look)]
  look()
  const close = () => {
    for (const stop of [...stops, ...known.values()]) stop()
    watch.close()
    director.close()
    playback.close()
    conditions?.close()
  }
  onTestFinished(close)
  return {
    ...{ clock, ready, watch, director, takeover, shown, changed, kept, problems, seen, runs },
    names: () => (shown.get()?.names ?? '').split('\n').filter(Boolean),
    page: () => shown.get()?.pageArea(SCREEN),
    clear: () => void seen.splice(0),
  }
}

describe('layers', () => {
  it('play beside the pages, whose changes leave them as they are', async () => {
    const stage = play({ layers: [layer('Ticker')] })
    await advance(1)
    expect(stage.names()).toEqual(['Ticker'])
    const before = stage.watch.seen()[0]?.director.front
    const shownBefore = stage.shown.get()
    const pages = new Set<string | undefined>()
    for (let second = 0; second < 4; second++) {
      await advance(1)
      pages.add(stage.director.front?.show.page.id)
    }
    expect(pages.size).toBeGreaterThan(1)
    expect(stage.watch.seen()[0]?.director.front?.id).toBe(before?.id)
    expect(stage.shown.get()).toBe(shownBefore)
  })

  it('turn their pages at instants that are the same on every screen, and are never empty', async () => {
    const stage = play({ layers: [layer('Ticker')] })
    await advance(1)
    stage.clear()
    await advance(60)
    expect(new Set(stage.seen)).toEqual(new Set(['Ticker=t1', 'Ticker=t2']))
    const turn = Math.floor(stage.clock.now() / 7000) % 2
    expect(stage.watch.seen()[0]?.director.front?.show.index).toBe(turn)
  })

  it('make the page smaller only once they show, and hide in an emergency', async () => {
    const stage = play({ layers: [layer('Ticker')] })
    expect(stage.page()).toEqual({ left: 0, top: 0, ...SCREEN })
    await advance(1)
    expect(stage.page()).toEqual({ left: 0, top: 0, width: 1920, height: 960 })
    const before = stage.watch.seen()[0]?.director.front?.id
    stage.takeover.active.set({ id: 't' } as TakeoverNotice)
    expect([stage.page(), stage.names(), stage.watch.seen()]).toEqual([
      { left: 0, top: 0, ...SCREEN },
      [],
      [],
    ])
    stage.takeover.active.set(null)
    expect(stage.names()).toEqual(['Ticker'])
    expect(stage.watch.seen()[0]?.director.front?.id).toBe(before)
  })

  it('show only on the screens of their rule', async () => {
    const bar = layer('Ticker', { screens: { anyTags: ['Bar'] } })
    const other = play({ layers: [bar] })
    const own = play({ layers: [bar], tags: ['bar'] })
    await advance(1)
    expect([other.names(), own.names()]).toEqual([[], ['Ticker']])
  })

  it('start and end with their slots', async () => {
    const slots = [{ from: '12:01 PM', to: '12:02 PM' }]
    const stage = play({ layers: [layer('Ticker', { slots })] })
    await advance(59)
    expect(stage.names()).toEqual([])
    await advance(2)
    expect(stage.names()).toEqual(['Ticker'])
    await advance(60)
    expect(stage.names()).toEqual([])
    expect(stage.page()).toEqual({ left: 0, top: 0, ...SCREEN })
  })

  it('stay as they are when a schedule takes effect that leaves them; others wait for its instant', async () => {
    const ticker = layer('Ticker')
    const logo = layer('Logo', { place: { kind: 'top-right', width: 20 }, storyboardId: 'logo' })
    const stage = play({ layers: [ticker] })
    await advance(1)
    const front = stage.watch.seen()[0]?.director.front?.id
    stage.clear()
    const coming = scheduleOf('other', {
      timezone: 'Etc/GMT',
      activeFrom: START + 4000,
      layers: [ticker, logo],
    })
    stage.ready.set(partsWith({ layers: [ticker], next: { activateAt: START + 4000, programme: coming } }))
    await advance(2)
    expect(stage.names()).toEqual(['Ticker'])
    await advance(2)
    expect(stage.names()).toEqual(['Ticker', 'Logo'])
    expect(stage.director.front?.show.page.id).toBe('o1')
    expect(stage.watch.seen()[0]?.director.front?.id).toBe(front)
    stage.ready.set(partsWith({ layers: [logo] }))
    await advance(1)
    expect(stage.names()).toEqual(['Logo'])
  })

  it('survive a page that fails, and where nothing is scheduled none shows', async () => {
    const stage = play({ layers: [layer('Ticker')] }, { broken: ['m1', 'm2', 'm3'] })
    await advance(20)
    expect(stage.director.front).toBeUndefined()
    expect(stage.names()).toEqual(['Ticker'])
    const idle = play({ layers: [layer('Ticker')], storyboardId: null })
    await advance(1)
    expect(idle.names()).toEqual([])
  })

  it('keep a page that works while the other one fails', async () => {
    const stage = play({ layers: [layer('Ticker')] }, { broken: ['t2'] })
    await advance(10)
    stage.clear()
    await advance(60)
    expect(new Set(stage.seen.map((each) => each.replace('Ticker=', '')))).toEqual(new Set(['t1']))
  })

  it('are reported if none of their pages can be shown, where people should see them, and until they can', async () => {
    const broken = ['t1', 't2']
    const stage = play({ layers: [layer('Logo', { storyboardId: 'logo' }), layer('Ticker')] }, { broken })
    let told = 0
    onTestFinished(stage.changed.subscribe(() => told++))
    await advance(10)
    expect(stage.names()).toEqual(['Logo'])
    expect(stage.watch.failing()).toEqual({ storyboardId: 'ticker', why: expect.stringContaining('broken') })
    expect(told).toBeGreaterThan(0)
    stage.takeover.active.set({ id: 't' } as TakeoverNotice)
    expect(stage.watch.failing()).toBeNull()
    stage.takeover.active.set(null)
    expect(stage.watch.failing()?.storyboardId).toBe('ticker')
    broken.splice(0)
    stage.watch.tryAgain()
    await advance(700)
    expect([stage.names(), stage.watch.failing()]).toEqual([['Logo', 'Ticker'], null])
  })

  it('are not reported while they have nothing to show, or their rule or hours keep them away', async () => {
    const broken = ['t1', 't2']
    const bar = layer('Ticker', { screens: { anyTags: ['Bar'] } })
    const later = layer('Ticker', { slots: [{ from: '11:00 PM', to: '11:30 PM' }] })
    for (const each of [bar, later]) {
      const stage = play({ layers: [each] }, { broken })
      await advance(10)
      expect(stage.watch.failing()).toBeNull()
    }
  })

  it('follow the conditions of their pages', async () => {
    const content = structuredClone(CONTENT)
    for (const item of content.storyboards.ticker?.items ?? []) item.when = RAIN
    const rows = new TestRows()
    rows.set('sky', ['Rain'], [['no']])
    const stage = play({ layers: [layer('Ticker')], content }, { rows })
    await advance(1)
    expect(stage.names()).toEqual([])
    rows.set('sky', ['Rain'], [['yes']])
    await advance(1)
    expect(stage.names()).toEqual(['Ticker'])
  })

  it('protect the files of their pages until they are gone', async () => {
    const stage = play({ layers: [layer('Ticker')] })
    await advance(1)
    expect(stage.kept.size).toBe(2)
    stage.ready.set(partsWith({}))
    await advance(1)
    expect([...stage.kept.values()].filter(({ size }) => size > 0)).toEqual([])
  })

  it('turn their own pages when touched', async () => {
    const stage = play({ layers: [layer('Ticker')] })
    await advance(1)
    const [overlay] = stage.watch.seen()
    overlay?.services.run('w', [])
    expect(stage.runs).toEqual([overlay?.director])
  })
})
