import { type ListSearch, listSearch } from '#ui/list/list-search.ts'

/** Tabs beside *All*. */
export const STATUS_TABS = ['pending', 'approved', 'rejected'] as const
export type StatusTab = (typeof STATUS_TABS)[number]

/** What the list of storyboards keeps in its address: the tab, and the storyboard that is being reviewed. */
export interface StoryboardsView extends ListSearch {
  status?: StatusTab
  review?: string
}

/** Reads it from an address; what makes no sense is left out. */
export function storyboardsView(raw: Record<string, unknown>): StoryboardsView {
  const view: StoryboardsView = listSearch(raw)
  const status = STATUS_TABS.find((tab) => tab === raw.status)
  if (status) view.status = status
  if (typeof raw.review === 'string' && raw.review.length <= 64) view.review = raw.review
  return view
}

/** The version that a card's editor brings back (its picture is new then). */
export function editorSearch({ version }: Record<string, unknown>): { version?: number } {
  return Number.isSafeInteger(version) ? { version: Number(version) } : {}
}
