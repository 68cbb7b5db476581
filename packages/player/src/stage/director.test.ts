import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPart } from '#downlink/parts.ts'
import { contentOf, devicePart, groupPart, scheduleOf } from '#test/content.ts'
import { partOf } from '#test/protocol-server.ts'
import { advance, partsOf, START, stage, stageOfEachTest, storyOf } from '#test/stage.ts'

stageOfEachTest()

describe('pages', () => {
  it('PLAY-15 follow each other at their instants, without a gap', async () => {
    const play = stage(
      partsOf(
        storyOf('s', [
          { id: 'a', seconds: 10 },
          { id: 'b', seconds: 3 },
          { id: 'c', seconds: 7 },
        ]),
        's',
      ),
    )
    await advance(1)
    play.clearCounts()
    await advance(59)
    expect(new Set(play.counts())).toEqual(new Set([1]))
    const turns = play.seen.slice(2)
    expect(turns.map(({ page }) => page).join('')).toBe('bcabcabca')
    const due = [10, 13, 20, 30, 33, 40, 50, 53, 60]
    turns.forEach(({ at }, index) => {
      const late = at - (due[index] ?? 0) * 1000
      expect(late).toBeGreaterThanOrEqual(0)
      expect(late).toBeLessThan(5)
    })
  })

  it('wait for a late next page, and show it as soon as it is ready', async () => {
    const play = stage(
      partsOf(
        storyOf('s', [
          { id: 'a', seconds: 2 },
          { id: 'b', seconds: 8 },
        ]),
        's',
      ),
      { paintMs: 3000 },
    )
    await advance(12)
    expect(play.pages().slice(0, 4)).toEqual(['none', 'a', 'b', 'a'])
    expect(play.problems).toEqual([])
  })

  it('show on a machine that needs longer to prepare a page than its slot lasts', async () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(lengths, async (all) => {
        const pages = all.map((seconds, index) => ({ id: `p${index}`, seconds }))
        const play = stage(partsOf(storyOf('s', pages), 's'), { paintMs: 4400 })
        await advance(5)
        expect(play.director.front).toBeDefined()
        await advance(120)
        expect(new Set(play.counts().slice(2))).toEqual(new Set([1]))
        expect(play.problems).toEqual([])
        play.close()
      }),
      { numRuns: 40 },
    )
  })

  it('PLAY-26 shows what it can of an odd storyboard', async () => {
    const odd = fc.record({
      items: fc.array(
        fc.record({
          page: fc.constantFrom('a', 'b', 'missing', 'broken'),
          seconds: fc.oneof(
            fc.constantFrom(0, -5, Number.NaN, 1e9),
            fc.double({ min: 0.1, max: 20, noNaN: true }),
          ),
        }),
        { maxLength: 12 },
      ),
      mode: fc.constantFrom('AUTO' as const, 'DEFAULT' as const),
    })
    await fc.assert(
      fc.asyncProperty(odd, async ({ items, mode }) => {
        const content = storyOf('s', [
          { id: 'a', seconds: 1 },
          { id: 'b', seconds: 1 },
          { id: 'broken', seconds: 1 },
        ])
        const story = content.storyboards.s
        if (story)
          content.storyboards.s = {
            ...story,
            mode,
            items: items.map(({ page, seconds }) => ({ pageId: page, duration: seconds })),
          }
        const play = stage(partsOf(content, 's'), { broken: ['broken'] })
        await advance(20)
        const good = items.some(({ page }) => page === 'a' || page === 'b')
        expect(play.director.front !== undefined).toBe(good)
        play.close()
      }),
      { numRuns: 60 },
    )
  })

  it('of DEFAULT stay on the first one until another is chosen', async () => {
    const play = stage(
      partsOf(
        storyOf(
          's',
          [
            { id: 'a', seconds: 2 },
            { id: 'b', seconds: 2 },
          ],
          'DEFAULT',
        ),
        's',
      ),
    )
    await advance(600)
    expect(play.pages()).toEqual(['none', 'a'])
    expect(play.director.goTo((pages, present) => (present + 1) % pages.length)).toBe(true)
    await advance(600)
    expect(play.pages()).toEqual(['none', 'a', 'b'])
    expect(play.director.goTo(() => 7)).toBe(false)
    expect(play.director.goTo(() => -1)).toBe(false)
  })

  it('a single one stays on the stage untouched', async () => {
    const play = stage(partsOf(storyOf('s', [{ id: 'a', seconds: 5 }]), 's'))
    await advance(3)
    const { id } = play.director.front ?? {}
    await advance(60)
    expect(play.director.front?.id).toBe(id)
  })
})

describe('a change', () => {
  const before = () =>
    partsOf(
      storyOf('s', [
        { id: 'a', seconds: 10 },
        { id: 'b', seconds: 10 },
      ]),
      's',
    )

  it('of a page takes effect at the next page boundary', async () => {
    const play = stage(before())
    await advance(3)
    play.ready.set(
      partsOf(
        storyOf('s', [
          { id: 'a', seconds: 10, version: 2 },
          { id: 'b', seconds: 10, version: 2 },
        ]),
        's',
      ),
    )
    await advance(6.9)
    expect(play.pages()).toEqual(['none', 'a'])
    await advance(0.2)
    expect(play.pages()).toEqual(['none', 'a', 'bv2'])
    await advance(10)
    expect(play.pages().at(-1)).toBe('av2')
  })

  it('of a page that stays forever takes effect immediately', async () => {
    const play = stage(partsOf(storyOf('s', [{ id: 'a', seconds: 10 }], 'DEFAULT'), 's'))
    await advance(3)
    play.ready.set(partsOf(storyOf('s', [{ id: 'a', seconds: 10, version: 2 }], 'DEFAULT'), 's'))
    await advance(0.5)
    expect(play.pages().at(-1)).toBe('av2')
  })

  it('elsewhere counts as shown immediately, although the page stays', async () => {
    const parts = (version: number) => {
      const story = storyOf('s', [{ id: 'a', seconds: 10 }])
      const group = {
        ...groupPart(story, scheduleOf('s', { activeFrom: START })),
        groupId: `g${version}`,
      }
      return { ...partsOf(story, 's'), group: readPart('group', partOf(version, group)) }
    }
    const play = stage(parts(1))
    await advance(3)
    play.ready.set(parts(2))
    await advance(8)
    expect(play.director.shown.get()?.parts.group?.version).toBe(2)
    expect(play.pages()).toEqual(['none', 'a'])
  })

  it('to another storyboard is visible once it is painted, and the old one until then', async () => {
    const play = stage(before())
    await advance(3)
    play.clearCounts()
    const override = { storyboardId: 'o', since: START + 3000 }
    play.ready.set({
      ...before(),
      device: readPart('device', partOf(2, devicePart(override, storyOf('o', [{ id: 'new', seconds: 5 }])))),
    })
    await advance(0.2)
    expect(play.seen.at(-1)).toEqual({ page: 'new', at: 3100 })
    expect(new Set(play.counts())).toEqual(new Set([1]))
  })

  it('to nothing clears the stage', async () => {
    const play = stage(before())
    await advance(3)
    play.ready.set(partsOf(contentOf([]), null))
    await advance(1)
    expect(play.director.layers.get()).toEqual([])
  })

  it('of the schedule appears at its instant on every screen, whenever the screen received it', async () => {
    const content = { ...contentOf([]), ...storyOf('old', [{ id: 'old', seconds: 7 }]) }
    const next = storyOf('new', [{ id: 'new', seconds: 9 }])
    const all = {
      ...content,
      storyboards: { ...content.storyboards, ...next.storyboards },
      pages: { ...content.pages, ...next.pages },
    }
    const group = groupPart(all, scheduleOf('old', { activeFrom: START }), {
      activateAt: START + 60_000,
      programme: scheduleOf('new', { activeFrom: START + 60_000 }),
    })
    const play = stage(partsOf(content, 'old'))
    await advance(20)
    play.ready.set({ group: readPart('group', partOf(2, group)) })
    await advance(45)
    const switched = play.seen.find(({ page }) => page === 'new')
    expect(switched?.at).toBeGreaterThanOrEqual(60_000)
    expect(switched?.at).toBeLessThan(60_005)
  })

  it('keeps the files of both until only the new one is on the stage', async () => {
    const file = (name: string) => ({ sha256: name.repeat(64), size: 1, mimetype: 'image/png' })
    const with_ = (name: string) => {
      const content = storyOf('s', [{ id: name, seconds: 10 }], 'DEFAULT')
      return partsOf({ ...content, files: { [file(name).sha256]: file(name) } }, 's')
    }
    const play = stage(with_('a'))
    await advance(1)
    play.ready.set(with_('b'))
    expect(play.files().size).toBe(2)
    await advance(1)
    expect([...play.files()]).toEqual(['b'.repeat(64)])
  })
})
