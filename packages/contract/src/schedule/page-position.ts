/** The position in a storyboard: which item, since when, and until when (null: until it is changed). */
export interface PagePosition {
  index: number
  start: number
  end: number | null
}

interface Pages {
  mode: 'AUTO' | 'DEFAULT'
  /** In seconds. */
  items: readonly { duration: number }[]
}

/** A page chosen by touch, and when. In a storyboard with an order also its round, and at least which place of it. */
export interface ChosenPage {
  index: number
  at: number
  round?: number | undefined
  place?: number | undefined
}

/** Milliseconds for which a page shows. */
export const lengthOf = ({ duration }: { duration: number }): number =>
  Math.max(MIN_PAGE_MS, Math.round(duration * 1000) || 0)

/**
 * The item that shows at an instant if the storyboard began at `since` (whole milliseconds). It depends on the clock
 * alone, so a screen that joins late is in step. AUTO loops through the items by their durations; DEFAULT stays on the
 * first item until an action chooses another. A chosen item starts when it was chosen. `undefined` for a storyboard
 * without items.
 */
export function pageAt(
  { mode, items }: Pages,
  since: number,
  instant: number,
  chosen?: ChosenPage,
): PagePosition | undefined {
  if (items.length === 0) return undefined
  const valid = chosen && items[chosen.index] ? chosen : undefined
  if (mode === 'DEFAULT') return { index: valid?.index ?? 0, start: valid?.at ?? since, end: null }
  const lengths = items.map(lengthOf)
  const total = sum(lengths)
  const anchor = valid ? valid.at - sum(lengths.slice(0, valid.index)) : since
  let start = anchor + Math.floor((instant - anchor) / total) * total
  for (let index = 0; index < items.length; index++) {
    const end = start + (lengths[index] ?? total)
    if (instant < end || index === items.length - 1) return { index, start, end }
    start = end
  }
  return undefined
}

/** Minimum duration of a page, also for invalid stored values. */
const MIN_PAGE_MS = 1000
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
