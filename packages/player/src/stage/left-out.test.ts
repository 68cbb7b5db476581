import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { advance, partsOf, START, stage, stageOfEachTest, storyOf } from '#test/stage.ts'

stageOfEachTest()

describe('pages', () => {
  it('PLAY-12 that never get ready are skipped and reported, and the others keep their instants', async () => {
    const play = stage(
      partsOf(
        storyOf('s', [
          { id: 'a', seconds: 10 },
          { id: 'x', seconds: 10 },
          { id: 'c', seconds: 10 },
        ]),
        's',
      ),
      {
        broken: ['x'],
      },
    )
    await advance(55)
    expect(play.pages()).not.toContain('x')
    expect(play.problems.join()).toContain('Skipped page "x"')
    expect(
      play
        .counts()
        .slice(2)
        .every((count) => count === 1),
    ).toBe(true)
    const second = play.seen.filter(({ page }) => page === 'a')[1]
    expect(second?.at).toBeGreaterThanOrEqual(30_000)
    expect(second?.at).toBeLessThan(30_005)
  })

  it('PLAY-12 that were late once lose that turn, and return at their next one', async () => {
    const story = fc.array(fc.integer({ min: 6, max: 20 }), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(story, fc.nat(), async (lengths, choice) => {
        vi.setSystemTime(START)
        const pages = lengths.map((seconds, index) => ({ id: `p${index}`, seconds }))
        const slow = choice % lengths.length
        // The first attempts go through the pages in order.
        const play = stage(partsOf(storyOf('s', pages), 's'), { late: new Set([slow + 1]) })
        const round = lengths.reduce((sum, length) => sum + length, 0)
        const turn = lengths.slice(0, slow).reduce((sum, length) => sum + length, 0)
        await advance(2 * round + turn + 1)
        expect(play.problems).toHaveLength(1)
        const next = play.seen.find(({ page }) => page === `p${slow}`)
        expect(next?.at).toBeGreaterThanOrEqual((turn + round) * 1000)
        expect(next?.at).toBeLessThan((turn + round) * 1000 + 200)
        play.close()
      }),
      { numRuns: 40 },
    )
  })

  it('PLAY-12 get more time for loading scripts while nothing else can be shown', async () => {
    const pages = [
      { id: 'a', seconds: 10 },
      { id: 'x', seconds: 10 },
    ]
    const play = stage(partsOf(storyOf('s', pages), 's'), { broken: ['a', 'x'] })
    const back = () => play.director.layers.get().find(({ state }) => state === 'back')
    const first = back()
    play.director.awaits(first?.id ?? 0, 'scripts')
    await advance(29)
    expect(back()?.id).toBe(first?.id)
    play.director.painted(first?.id ?? 0)
    expect(play.director.front?.id).toBe(first?.id)
    // Now another page is visible.
    const next = back()
    play.director.awaits(next?.id ?? 0, 'scripts')
    await advance(6)
    expect(play.problems).toEqual([`Skipped page "${next?.show.page.name}": not ready in time`])
    play.close()
  })

  it('PLAY-12 that a busy machine draws late get all the time for their media while nothing else can be shown', async () => {
    const play = stage(partsOf(storyOf('s', [{ id: 'x', seconds: 10 }]), 's'), { broken: ['x'] })
    const [page] = play.director.layers.get()
    await advance(4)
    play.director.awaits(page?.id ?? 0, 'media')
    await advance(4.6)
    expect(play.problems).toEqual([])
    play.director.painted(page?.id ?? 0)
    expect(play.director.front?.id).toBe(page?.id)
    play.close()
  })

  it('PLAY-12 whose scripts never load are skipped, even if nothing else can be shown', async () => {
    const play = stage(partsOf(storyOf('s', [{ id: 'x', seconds: 10 }]), 's'), { broken: ['x'] })
    play.director.awaits(play.director.layers.get()[0]?.id ?? 0, 'scripts')
    await advance(31)
    expect(play.problems).toHaveLength(1)
  })

  it('PLAY-12 that fail repeatedly back off, up to ten minutes', async () => {
    const pages = [
      { id: 'a', seconds: 10 },
      { id: 'x', seconds: 10 },
    ]
    const play = stage(partsOf(storyOf('s', pages), 's'), { broken: ['x'] })
    await advance(3 * 3600)
    const tries = play.attempts.filter(({ page }) => page === 'x').map(({ at }) => at)
    const gaps = tries.slice(1).map((at, index) => at - (tries[index] ?? 0))
    expect(gaps.slice(0, 3)).toEqual([20_000, 80_000, 140_000])
    expect(gaps).toEqual(gaps.toSorted((one, other) => one - other))
    expect(gaps.at(-1)).toBeLessThan(630_000)
    expect(new Set(play.counts().slice(2))).toEqual(new Set([1]))
  })

  it('PLAY-14 that turn out black every time they show back off, too', async () => {
    const pages = [
      { id: 'a', seconds: 10 },
      { id: 'x', seconds: 20 },
    ]
    const play = stage(partsOf(storyOf('s', pages), 's'))
    play.director.layers.subscribe(() => {
      const { id, show } = play.director.front ?? {}
      if (id !== undefined && show?.page.id === 'x')
        setTimeout(() => play.director.failed(id, 'it is black'), 8000)
    })
    await advance(3600)
    expect(play.problems.length).toBeLessThan(12)
  })

  it('PLAY-26 that are all broken give way to the ready screen, and are retried', async () => {
    const broken = ['x']
    const play = stage(partsOf(storyOf('s', [{ id: 'x', seconds: 10 }]), 's'), { broken })
    await advance(20)
    expect(play.director.layers.get()).toEqual([])
    broken.pop()
    await advance(70)
    expect(play.pages().at(-1)).toBe('x')
  })

  it('PLAY-08 that could not be shown are retried as soon as the missing files arrive', async () => {
    const broken = ['a']
    const play = stage(partsOf(storyOf('s', [{ id: 'a', seconds: 10 }]), 's'), { broken })
    await advance(6)
    expect(play.problems.join()).toContain('Skipped page "a"')
    broken.pop()
    play.director.tryAgain()
    await advance(1)
    expect(play.pages()).toEqual(['none', 'a'])
  })
})
