import type { StoryboardItem } from '@vitrine/contract/api/content/storyboards'

/** Of a storyboard as it is saved, or as it is approved. */
type Item = Partial<Pick<StoryboardItem, 'cardId' | 'layoutId' | 'storyboardId' | 'slot' | 'tied'>> & {
  pageId?: string
}

/** The page or the storyboard of an item; empty for a local slot without a fallback. */
export const partIdOf = ({ cardId, layoutId, storyboardId, pageId }: Item): string =>
  cardId ?? layoutId ?? storyboardId ?? pageId ?? ''

/** Items of which some were left out: the first one is tied to none. */
const withoutTies = <T extends { tied?: true | undefined }>([first, ...rest]: readonly T[]): T[] => {
  if (!first) return []
  const { tied: _, ...free } = first
  return [free as T, ...rest]
}

/** The items whose page or storyboard is there. A local slot stays, without its fallback. */
export const itemsWith = <T extends Item>(items: readonly T[], isThere: (id: string) => boolean): T[] =>
  withoutTies(
    items.flatMap((item) => {
      const id = partIdOf(item)
      if (!item.slot) return isThere(id) ? [item] : []
      if (id === '' || isThere(id)) return [item]
      const { cardId: _, layoutId: __, storyboardId: ___, ...rest } = item
      return [{ ...rest, ...(item.pageId !== undefined && { pageId: '' }) } as T]
    }),
  )
