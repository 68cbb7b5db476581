import { type ListSearch, listSearch } from '#ui/list/list-search.ts'

/** Tabs besides *All*. */
export const STATUS_TABS = ['pending', 'approved', 'rejected'] as const
export type StatusTab = (typeof STATUS_TABS)[number]

/** The list's view in the URL: the tab, and the storyboard under review. */
export interface StoryboardsView extends ListSearch {
  status?: StatusTab
  review?: string
}

/** Parses the view from the URL's search; invalid parts are dropped. */
export function storyboardsView(raw: Record<string, unknown>): StoryboardsView {
  const view: StoryboardsView = listSearch(raw)
  const status = STATUS_TABS.find((tab) => tab === raw.status)
  if (status) view.status = status
  if (typeof raw.review === 'string' && raw.review.length <= 64) view.review = raw.review
  return view
}

/**
 * `version`: of a card that its editor returns, after which its thumbnail is stale. `play`: opens the preview, as the QR
 * code for phones does.
 */
export function editorSearch({ version, play }: Record<string, unknown>): { version?: number; play?: 1 } {
  return {
    ...(Number.isSafeInteger(version) && { version: Number(version) }),
    ...(Number(play) === 1 && { play: 1 as const }),
  }
}
