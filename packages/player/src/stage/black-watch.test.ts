import { describe, expect, it, vi } from 'vitest'
import { colorPage, contentOf } from '#test/content.ts'
import { BlackWatch } from './black-watch.ts'
import type { Layer } from './layers.ts'
import { ZoneCommands } from './zone-commands.ts'

function layerOf(id: number): Layer {
  const page = colorPage(`page ${id}`, '#000000')
  const { storyboards } = contentOf([{ id: 's', items: [{ page, seconds: 10 }] }])
  const storyboard = storyboards.s
  if (!storyboard) throw new Error('made above')
  const show = {
    ...{ key: '', content: '', page, storyboard, index: 0, anchor: 0, end: null, parts: {} },
    ...{ isAlone: true, isTakeover: false, timeZone: 'Etc/GMT' },
  }
  return { id, show, state: 'front', commands: new ZoneCommands() }
}

/** A stage that is black or not, with fake detection. */
function setUp() {
  const stage = {
    front: layerOf(1) as Layer | undefined,
    black: false,
    due: true as boolean | undefined,
    seen: true,
    zone: '',
    files: ['a'],
  }
  const failed: string[] = []
  const problems: string[] = []
  const moved: string[] = []
  let now = 0
  const isDue = vi.fn(async () => stage.due)
  const isBlack = vi.fn(() => stage.black)
  const watch = new BlackWatch({
    director: {
      get front() {
        return stage.front
      },
      failed: (id, reason) => failed.push(`${id} ${reason}`),
    },
    clock: { monotonic: () => now },
    isSeen: () => stage.seen,
    files: () => stage.files,
    zoneWithMore: () => stage.zone || undefined,
    isBlack,
    isDue,
    report: (problem) => problems.push(problem),
  })
  stage.front?.commands.listen('z', ({ verb }) => moved.push(verb))
  const advance = async (seconds: number) => {
    for (let second = 0; second < seconds; second++) {
      now += 1000
      await watch.look()
    }
  }
  return { stage, failed, problems, moved, advance, isBlack, isDue }
}

describe('PLAY-14 a page that is black', () => {
  it('with non-black content is skipped and reported after three seconds, with checks every ten minutes', async () => {
    const { stage, failed, advance, isBlack } = setUp()
    await advance(595)
    expect(isBlack).toHaveBeenCalledTimes(1)
    stage.black = true
    await advance(8)
    expect(failed).toEqual([])
    await advance(2)
    expect(failed).toEqual(['1 it is black'])
  })

  it('is checked again soon if its file loaded too slowly to tell', async () => {
    const { stage, failed, advance } = setUp()
    Object.assign(stage, { black: true, due: undefined })
    await advance(5)
    stage.due = true
    await advance(15)
    expect(failed).toEqual(['1 it is black'])
  })

  it('with a new file is detected within five seconds', async () => {
    const { stage, failed, advance, isBlack } = setUp()
    await advance(60)
    Object.assign(stage, { front: layerOf(2), files: ['a', 'b'], black: true })
    await advance(5)
    expect(failed).toEqual(['2 it is black'])
    // The page that replaced it has been checked, and so has the first one when it returns.
    Object.assign(stage, { front: layerOf(3), files: ['a'], black: false })
    await advance(60)
    Object.assign(stage, { front: layerOf(4), files: ['a', 'b'], black: true })
    await advance(5)
    expect(failed).toEqual(['2 it is black', '4 it is black'])
    expect(isBlack.mock.calls.length).toBeLessThan(15)
  })

  it('is checked once for each new file, and not again when files rotate', async () => {
    const { stage, advance, isBlack } = setUp()
    for (let turn = 0; turn < 50; turn++) {
      Object.assign(stage, { front: layerOf(turn + 1), files: [`file ${turn % 5}`] })
      await advance(10)
    }
    expect(isBlack).toHaveBeenCalledTimes(5)
  })

  it('for less than three seconds is ignored', async () => {
    const { stage, failed, advance, isDue } = setUp()
    for (let times = 0; times < 20; times++) {
      stage.black = true
      await advance(3)
      stage.black = false
      await advance(600)
    }
    expect(failed).toEqual([])
    expect(isDue).not.toHaveBeenCalled()
  })

  it('with black content keeps playing, and is rarely checked', async () => {
    const { stage, failed, problems, advance, isDue } = setUp()
    Object.assign(stage, { black: true, due: false })
    await advance(3600)
    expect([failed, problems]).toEqual([[], []])
    expect(isDue.mock.calls.length).toBeLessThan(7)
  })

  it('in dark hours, under a takeover or in a hidden window is fine', async () => {
    const { stage, failed, advance, isBlack } = setUp()
    Object.assign(stage, { black: true, seen: false })
    await advance(60)
    expect(failed).toEqual([])
    expect(isBlack).not.toHaveBeenCalled()
  })

  it('skips to the next item of the zone first, and only then to the next page', async () => {
    const { stage, failed, moved, problems, advance } = setUp()
    Object.assign(stage, { black: true, zone: 'z' })
    await advance(5)
    expect([moved, failed]).toEqual([['LOAD_NEXT_MEDIA'], []])
    expect(problems.join()).toContain('is black')
    await advance(5)
    expect([moved, failed]).toEqual([['LOAD_NEXT_MEDIA'], ['1 it is black']])
  })

  it('is not blamed for earlier pages', async () => {
    const { stage, failed, advance } = setUp()
    stage.black = true
    await advance(3)
    stage.front = layerOf(2)
    await advance(2)
    stage.front = undefined
    await advance(2)
    stage.front = layerOf(3)
    await advance(3)
    expect(failed).toEqual([])
    await advance(1)
    expect(failed).toEqual(['3 it is black'])
  })
})
