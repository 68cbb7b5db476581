import { describe, expect, it } from 'vitest'
import { runHere } from '#actions/run-actions.ts'
import { advance, partsOf, type stage as Stage, stage, stageOfEachTest, storyOf } from '#test/stage.ts'
import { turnAt } from './turn-at.ts'

stageOfEachTest()

/** Page a, then the next one of b, c, d, in a storyboard inside it. */
function nested(mode: 'AUTO' | 'DEFAULT' = 'AUTO') {
  const pages = ['a', 'b', 'c', 'd'].map((id) => ({ id, seconds: 10 }))
  const content = storyOf('s', pages, mode)
  const board = content.storyboards.s
  if (board)
    board.order = {
      lists: [
        { id: 's', name: 's', entries: [{ item: 0 }, { list: 1, perRound: 1 }] },
        { id: 'i', name: 'i', entries: [{ item: 1 }, { item: 2 }, { item: 3 }] },
      ],
    }
  return partsOf(content, 's')
}
const go = (play: ReturnType<typeof Stage>, verb: 'LOAD_NEXT_LAYOUT' | 'LOAD_PREVIOUS_LAYOUT') =>
  runHere({ event: '', target: '', type: 'LAYOUT', verb, props: {} } as never, { ...play, has: () => true })

describe('a storyboard with an order', () => {
  it('plays it round after round', async () => {
    const play = stage(nested(), { turnAt: () => turnAt })
    await advance(75)
    expect(play.pages().join('')).toBe('noneabacadab')
    expect(play.problems).toEqual([])
  })

  it('plays one after another until the order is loaded, and on a player without it', async () => {
    const play = stage(nested())
    await advance(45)
    expect(play.pages().join('')).toBe('noneabcda')
  })

  it('goes to the next page by touch, of this round and of the next one, and continues from there', async () => {
    const play = stage(nested(), { turnAt: () => turnAt })
    await advance(3)
    go(play, 'LOAD_NEXT_LAYOUT')
    await advance(3)
    go(play, 'LOAD_NEXT_LAYOUT')
    await advance(3)
    go(play, 'LOAD_NEXT_LAYOUT')
    await advance(3)
    expect(play.pages().join('')).toBe('noneabac')
    await advance(20)
    expect(play.pages().join('')).toBe('noneabacad')
    go(play, 'LOAD_PREVIOUS_LAYOUT')
    await advance(3)
    expect(play.pages().at(-1)).toBe('a')
  })

  it('has all of its pages in their order if they change by touch', async () => {
    const play = stage(nested('DEFAULT'), { turnAt: () => turnAt })
    await advance(30)
    for (let n = 0; n < 4; n++) {
      go(play, 'LOAD_NEXT_LAYOUT')
      await advance(3)
    }
    expect(play.pages().join('')).toBe('noneabcda')
  })

  it('skips a page that fails', async () => {
    const play = stage(nested(), {
      turnAt: () => turnAt,
      broken: ['b'],
      fail: (layer, director) => director.failed(layer.id, 'broken'),
    })
    await advance(55)
    expect(new Set(play.pages().slice(1))).toEqual(new Set(['a', 'c', 'd']))
  })
})
