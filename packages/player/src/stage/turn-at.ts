import { orderedAt, queueOf, roundOf } from '@vitrine/contract/schedule/page-order'
import type { TurnAt } from './show-at.ts'

export const turnAt: TurnAt = (ordered, shown, began, ...given) => {
  const at = orderedAt(ordered, shown, began, ...given)
  if (!at) return undefined
  const { round, plays } = at
  const route = () => {
    const next = roundOf(ordered, shown, began.since, round + 1)
    const coming = [...plays, ...next].map(({ index }, n) =>
      n < plays.length ? { index, round, place: n } : { index, round: round + 1, place: n - plays.length },
    )
    const there = new Set(coming.map(({ index }) => index))
    return [...coming, ...shown.filter((index) => !there.has(index)).map((index) => ({ index, round }))]
  }
  return { at, queue: queueOf(at, shown), route }
}
