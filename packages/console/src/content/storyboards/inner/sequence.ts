import type { Storyboard, StoryboardItem, StoryboardType } from '@vitrine/contract/api/content/storyboards'
import type { ManifestStoryboard } from '@vitrine/contract/api/playback/manifest'
import { expand, playedItem, type StoredStoryboard } from '@vitrine/contract/schedule/expand-storyboard'
import { type Ordered, roundOf } from '@vitrine/contract/schedule/page-order'
import { lengthOf } from '@vitrine/contract/schedule/page-position'
import type { Play, Visit } from '@vitrine/contract/schedule/page-rounds'
import type { ScreenTraits } from '@vitrine/contract/schedule/screen-rule'
import { playsThere } from '@vitrine/contract/schedule/show-dates'
import { type Item, secondsOf } from '#content/storyboards/timeline/timeline.ts'

/** A storyboard in a form or a list, with those that may be inside it. */
export interface Nesting {
  type: StoryboardType
  items: readonly Item[]
  shuffle?: boolean | undefined
  stories: readonly Storyboard[]
}

/** One play of a page, and the item of the storyboard that it belongs to. */
export interface Step {
  item: number
  pageId: string
  seconds: number
}

/** Plays that a preview has before it begins again. */
const STEPS_MAX = 200
const ROUNDS_MAX = 12

type Any = Pick<Nesting, 'type' | 'items' | 'shuffle'>

/** Sizes are left out: forms say themselves what doesn't fit. */
const stored = (id: string, name: string, { type, items, shuffle }: Any): StoredStoryboard => ({
  ...{ id, name, type, mode: 'AUTO', width: 0, height: 0 },
  ...(shuffle && { shuffle: true }),
  items: items.map((item) => playedItem({ ...item, duration: Number(secondsOf(item)) || 0 })),
})

const expanded = ({ stories, ...own }: Nesting): ManifestStoryboard =>
  expand(stored('', '', own), (id) => {
    const found = stories.find((story) => story.id === id)
    return found && stored(id, found.name, found)
  }).storyboard

/** The item of the outermost storyboard that a play belongs to. */
function itemOfPlay({ order }: Ordered, { index, visit }: Play): number {
  let top: Visit = visit
  while (top.parent?.parent) top = top.parent
  const isNested = top.parent !== undefined
  return (order.lists[0]?.entries ?? []).findIndex(({ item, list }) =>
    isNested ? list === top.list : item === index,
  )
}

/** What plays in the first rounds; one round if all are the same. Limits per hour are left out. */
export function stepsOf(nesting: Nesting, traits?: ScreenTraits): Step[] {
  const board = expanded(nesting)
  const shown = [...board.items.keys()].filter((index) => {
    const item = board.items[index]
    return item !== undefined && playsThere(item, traits)
  })
  const pageOf = (index: number) => board.items[index]?.pageId ?? ''
  if (!board.order)
    return shown.map((item) => ({
      ...{ item, pageId: pageOf(item) },
      seconds: Number(secondsOf(nesting.items[item] ?? {})) || 0,
    }))
  const ordered = { ...board, order: board.order }
  const rounds: Step[][] = []
  let count = 0
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const plays = roundOf(ordered, shown, 0, round)
    count += plays.length
    if (round > 0 && count > STEPS_MAX) break
    rounds.push(
      plays.map((play) => ({
        ...{ item: itemOfPlay(ordered, play), pageId: pageOf(play.index) },
        seconds: play.ms / 1000,
      })),
    )
  }
  // Only random choices and storyboards that play in parts make rounds differ.
  const [first = []] = rounds
  const areSame = rounds.every((steps) => JSON.stringify(steps) === JSON.stringify(first))
  return areSame ? first : rounds.flat()
}

/** Pages and seconds of the first round, each page as often as it plays. A half-typed duration counts as none. */
export function roundLength(nesting: Nesting): { pages: number; seconds: number } {
  const board = expanded(nesting)
  if (!board.order) {
    const seconds = nesting.items.reduce((sum, item) => sum + (Number(secondsOf(item)) || 0), 0)
    return { pages: nesting.items.length, seconds }
  }
  const plays = roundOf({ ...board, order: board.order }, [...board.items.keys()], 0, 0)
  return { pages: plays.length, seconds: plays.reduce((sum, { ms }) => sum + ms, 0) / 1000 }
}

/** Pages of a storyboard with those of storyboards inside it, in order, and their lengths in seconds, each and in total. */
export function contentsOf(
  story: Storyboard,
  stories: readonly Storyboard[],
): { pageIds: string[]; lengths: number[]; seconds: number } {
  const { items } = expanded({ ...story, stories })
  return {
    pageIds: items.map(({ pageId }) => pageId),
    lengths: items.map((item) => lengthOf(item) / 1000),
    seconds: items.reduce((sum, item) => sum + lengthOf(item), 0) / 1000,
  }
}

/** The storyboards inside these items, at any depth. */
export function innerOf(
  items: readonly Pick<StoryboardItem, 'storyboardId'>[],
  stories: readonly Storyboard[],
): Storyboard[] {
  const found = new Set<Storyboard>()
  const add = (all: typeof items) => {
    for (const { storyboardId } of all) {
      const story = stories.find(({ id }) => storyboardId !== undefined && id === storyboardId)
      if (!story || found.has(story)) continue
      found.add(story)
      add(story.items)
    }
  }
  add(items)
  return [...found]
}

export const isInner = (item: Pick<StoryboardItem, 'storyboardId'>): boolean =>
  item.storyboardId !== undefined
