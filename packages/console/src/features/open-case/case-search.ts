import { CASE_KINDS, type CaseKind } from '@vitrine/contract/cases'
import { type ListSearch, listSearch } from '#ui/list-search.ts'

export interface CaseSearch extends ListSearch {
  /** The case that is read. */
  opened?: string
  /** The form is open, about this. */
  about?: CaseKind | 'anything'
}

export function caseSearch(raw: Record<string, unknown>): CaseSearch {
  const about = ([...CASE_KINDS, 'anything'] as const).find((one) => one === raw.about)
  return {
    ...listSearch(raw),
    ...(typeof raw.opened === 'string' && { opened: raw.opened.slice(0, 64) }),
    ...(about && { about }),
  }
}
