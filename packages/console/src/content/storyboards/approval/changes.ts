import type { StoryboardItem } from '@vitrine/contract/api/content/storyboards'
import { type Condition, conditionKey } from '@vitrine/contract/schedule/conditions'
import { ruleKey, type ScreenRule } from '@vitrine/contract/schedule/screen-rule'
import type { ShowDates } from '@vitrine/contract/schedule/show-dates'
import { partIdOf } from '#queries/pages.ts'

/** The change of one page between two versions. Positions count from 1. */
export interface PageChange {
  pageId: string
  /** Its position in the playing version; undefined if it was added. */
  from?: number
  /** Its position in the version under review; undefined if it was removed. */
  to?: number
  isMoved: boolean
  /** Seconds before and after. */
  duration?: readonly [number, number]
  transition?: readonly [string, string]
  dates?: readonly [ShowDates, ShowDates]
  /** On which screens it plays. */
  screens?: readonly [ScreenRule | undefined, ScreenRule | undefined]
  /** While which values it plays. */
  when?: readonly [Condition | undefined, Condition | undefined]
  /** How often it plays, and how much of a storyboard. */
  order?: readonly [StoryboardItem, StoryboardItem]
  /** Idle seconds; undefined: the storyboard's. */
  idle?: readonly [number | undefined, number | undefined]
}

interface Placed {
  item: StoryboardItem
  place: number
}

/** Pages that were added, removed, moved, or changed, in the order of the new version. */
export function pageChanges(
  before: readonly StoryboardItem[],
  after: readonly StoryboardItem[],
): PageChange[] {
  const { kept, removed, added } = compare(before, after)
  const moved: [Placed, Placed][] = []
  const isNew = added.filter((now) => {
    const index = removed.findIndex((was) => partIdOf(was.item) === partIdOf(now.item))
    const [was] = index < 0 ? [] : removed.splice(index, 1)
    if (was) moved.push([was, now])
    return !was
  })
  const changes: PageChange[] = [
    ...kept
      .map(([was, now]) => changeOf(was, now, false))
      .filter(
        (change) =>
          change.duration ||
          change.transition ||
          change.dates ||
          change.idle ||
          change.order ||
          change.screens ||
          change.when,
      ),
    ...moved.map(([was, now]) => changeOf(was, now, true)),
    ...isNew.map(({ item, place }) => ({ pageId: partIdOf(item), to: place, isMoved: false })),
    ...removed.map(({ item, place }) => ({ pageId: partIdOf(item), from: place, isMoved: false })),
  ]
  return changes.toSorted((a, b) => (a.to ?? a.from ?? 0) - (b.to ?? b.from ?? 0))
}

const orderKey = ({ weight = 1, tied, perRound, random, perHour }: StoryboardItem) =>
  JSON.stringify([weight, tied, perRound, random, perHour])
const keyOf = (when: Condition | undefined) => (when ? conditionKey(when) : '')

function changeOf(was: Placed, now: Placed, isMoved: boolean): PageChange {
  const [before, after] = [was.item, now.item]
  const transitions = [before.transition ?? 'cut', after.transition ?? 'cut'] as const
  return {
    pageId: partIdOf(after),
    from: was.place,
    to: now.place,
    isMoved,
    ...(before.duration !== after.duration && { duration: [before.duration, after.duration] as const }),
    ...(transitions[0] !== transitions[1] && { transition: transitions }),
    ...(before.idleSeconds !== after.idleSeconds && {
      idle: [before.idleSeconds, after.idleSeconds] as const,
    }),
    ...((before.showFrom !== after.showFrom || before.showUntil !== after.showUntil) && {
      dates: [before, after] as const,
    }),
    ...(orderKey(before) !== orderKey(after) && { order: [before, after] as const }),
    ...(ruleKey(before.screens) !== ruleKey(after.screens) && {
      screens: [before.screens, after.screens] as const,
    }),
    ...(keyOf(before.when) !== keyOf(after.when) && { when: [before.when, after.when] as const }),
  }
}

/** Diffs both versions along their longest common subsequence of pages. */
function compare(before: readonly StoryboardItem[], after: readonly StoryboardItem[]) {
  const lengths = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0))
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0
  const isSame = (i: number, j: number) => {
    const [was, now] = [before[i], after[j]]
    return was !== undefined && now !== undefined && partIdOf(was) === partIdOf(now)
  }
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--) {
      const row = lengths[i]
      if (row) row[j] = isSame(i, j) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  const [kept, removed, added]: [[Placed, Placed][], Placed[], Placed[]] = [[], [], []]
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    const [was, now] = [before[i], after[j]]
    if (was && now && isSame(i, j))
      kept.push([
        { item: was, place: ++i },
        { item: now, place: ++j },
      ])
    else if (was && (!now || at(i + 1, j) >= at(i, j + 1))) removed.push({ item: was, place: ++i })
    else if (now) added.push({ item: now, place: ++j })
  }
  return { kept, removed, added }
}
