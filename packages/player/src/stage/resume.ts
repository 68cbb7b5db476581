import type { ManifestStoryboard } from '@vitrine/contract/api/playback/manifest'
import type { Conditions } from '@vitrine/contract/schedule/conditions'
import { roundOf } from '@vitrine/contract/schedule/page-order'
import type { ChosenPage } from '@vitrine/contract/schedule/page-position'
import { limitsOf } from '@vitrine/contract/schedule/show-dates'
import { lookUp, type Parts } from '#downlink/parts.ts'
import type { ConditionsAt, FollowedConditions } from '#schedule/conditions.ts'
import type { PlaybackState } from '#schedule/playback.ts'
import { pagesShownAt, type Show } from './show-at.ts'

/** Conditions that say how the storyboard on the stage continues. */
export interface ResumingConditions extends FollowedConditions {
  /** With which page it continues where a condition has changed its pages. */
  resume(front: Show | undefined, playback: PlaybackState, parts: Parts): ChosenPage | undefined
}

interface Changed {
  storyboard: ManifestStoryboard
  /** When its pages changed. */
  since: number
  /** What conditions say from then on. */
  conditions: Conditions
  /** The positions of its pages that show from then on. */
  shown: readonly number[]
}

/**
 * With which page a storyboard continues after a condition has changed its pages: with the one that shows if it may stay,
 * else with the next one, or immediately with a page that wants that. Undefined: it begins as after any other change.
 */
function resumeAfter(
  front: Pick<Show, 'storyboard' | 'index' | 'anchor' | 'end' | 'turn'> | undefined,
  { storyboard, since, conditions, shown }: Changed,
): ChosenPage | undefined {
  if (front?.storyboard.id !== storyboard.id) return undefined
  const whensOf = (index: number) => {
    const item = storyboard.items[index]
    return item ? limitsOf(item).flatMap(({ when }) => when ?? []) : []
  }
  const changedIn = (index: number) => whensOf(index).filter((when) => conditions(when).since === since)
  const hasChanged = (index: number) => changedIn(index).length > 0
  if (![...storyboard.items.keys()].some(hasChanged)) return undefined
  const stays = shown.includes(front.index) && (front.end === null || since < front.end)
  if (storyboard.mode === 'DEFAULT')
    return stays && shown[0] === front.index ? { index: front.index, at: front.anchor } : undefined
  const urgent = shown.find((index) => changedIn(index).some(({ immediate }) => immediate))
  const turn = front.turn?.at
  const round = turn?.round
  if (urgent !== undefined && urgent !== front.index) return { index: urgent, at: since, round }
  const there = new Set(shown)
  const before = turn?.plays.slice(0, Math.max(0, turn.place)).filter(({ index }) => there.has(index)) ?? []
  if (stays) return { index: front.index, at: front.anchor, round, place: before.length }
  if (turn && storyboard.order) {
    const next = turn.plays.slice(turn.place + 1).find(({ index }) => there.has(index))
    if (next) return { index: next.index, at: since, round, place: before.length }
    const [first] = roundOf({ ...storyboard, order: storyboard.order }, shown, since, turn.round + 1)
    return first && { index: first.index, at: since, round: turn.round + 1 }
  }
  const next = shown.find((index) => index > front.index) ?? shown[0]
  return next === undefined ? undefined : { index: next, at: since }
}

/** The same for what plays from an instant on. */
export function resumeIn(
  front: Show | undefined,
  { storyboardId, since, timeZone }: PlaybackState,
  parts: Parts,
  conditions: ConditionsAt,
): ChosenPage | undefined {
  const storyboard = storyboardId === null ? undefined : lookUp(parts, 'storyboards', storyboardId)
  if (!storyboard || !Number.isFinite(since)) return undefined
  const shown = pagesShownAt(since, { storyboard, timeZone, parts, conditions })
  return resumeAfter(front, { storyboard, since, conditions: conditions(since), shown })
}
