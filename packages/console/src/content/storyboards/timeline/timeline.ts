import {
  DEFAULT_ITEM_SECONDS,
  STANDARD_HEIGHT,
  STANDARD_WIDTH,
  type StoryboardItem,
  type StoryboardType,
} from '@vitrine/contract/api/content/storyboards'
import { pageIdOf } from '#queries/pages.ts'

/** A page in the form's storyboard; an empty duration means the default. */
export type Item = Omit<StoryboardItem, 'duration'> & { duration?: number }

export interface Size {
  width: number
  height: number
}

interface Page extends Size {
  id: string
  organizationId: string
}

export const itemOf = (type: StoryboardType, id: string, duration = DEFAULT_ITEM_SECONDS): Item =>
  type === 'standard' ? { cardId: id, duration } : { layoutId: id, duration }

/** The item with another page, and all that is set for it otherwise. */
export function withPage(item: Item, type: StoryboardType, id: string): Item {
  const {
    cardId: _card,
    layoutId: _layout,
    storyboardId: _story,
    perRound: _per,
    random: _any,
    ...set
  } = item
  return { ...set, ...itemOf(type, id, secondsOf(item)) }
}
export const secondsOf = ({ duration = DEFAULT_ITEM_SECONDS }: Item): number => duration

/** Seconds of one loop. A half-typed duration may be NaN. */
export const loopSeconds = (items: readonly Item[]): number =>
  items.map(secondsOf).reduce((sum, seconds) => sum + (Number(seconds) || 0), 0)

/** The size that all pages must have; `undefined` for a designed storyboard without a page yet. */
export const sizeOf = (
  type: StoryboardType,
  items: readonly Item[],
  pages: Readonly<Record<string, Size | null>>,
): Size | undefined =>
  type === 'standard'
    ? { width: STANDARD_WIDTH, height: STANDARD_HEIGHT }
    : (items.map((item) => pages[pageIdOf(item)]).find((page) => page) ?? undefined)

export const sameSize = (a: Size, b: Size): boolean => a.width === b.width && a.height === b.height

/** Why a page can't be part of a storyboard. */
export type Refusal = 'size' | 'organization'
export const refusal = (
  page: Page,
  size: Size | undefined,
  organizationId: string | undefined,
): Refusal | undefined => {
  if (organizationId !== undefined && page.organizationId !== organizationId) return 'organization'
  return size && !sameSize(page, size) ? 'size' : undefined
}

/** Splits pages into accepted and rejected ones; without a size, the first page sets it. */
export function admitted<P extends Page>(
  pages: readonly P[],
  size: Size | undefined,
  organizationId: string | undefined,
): { taken: P[]; refused: { page: P; reason: Refusal }[]; size: Size | undefined } {
  const taken: P[] = []
  const refused: { page: P; reason: Refusal }[] = []
  for (const page of pages) {
    const reason = refusal(page, size ?? taken[0], organizationId)
    if (reason) refused.push({ page, reason })
    else taken.push(page)
  }
  return { taken, refused, size: size ?? taken[0] }
}

/** The new position after Alt with an arrow (one step), Home or End. `undefined` if it doesn't change. */
export function placeAfter(key: string, index: number, count: number): number | undefined {
  const wanted =
    key === 'ArrowLeft' || key === 'ArrowUp'
      ? index - 1
      : key === 'ArrowRight' || key === 'ArrowDown'
        ? index + 1
        : key === 'Home'
          ? 0
          : key === 'End'
            ? count - 1
            : index
  return wanted === index || wanted < 0 || wanted >= count ? undefined : wanted
}
