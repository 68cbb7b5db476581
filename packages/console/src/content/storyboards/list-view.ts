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

/** The version that a card's editor returns, after which its thumbnail is stale. */
export function editorSearch({ version }: Record<string, unknown>): { version?: number } {
  return Number.isSafeInteger(version) ? { version: Number(version) } : {}
}
