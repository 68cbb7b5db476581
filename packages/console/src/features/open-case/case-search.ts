import type { CaseKind } from '@vitrine/contract/api/operations/cases'
import { type ListSearch, listSearch } from '#ui/list/list-search.ts'

type About = CaseKind | 'anything'

/** Read with the login page, which brings no schemas: a kind that is missing here does not compile. */
const ABOUT: Readonly<Record<About, true>> = { screen: true, content: true, account: true, anything: true }

const isAbout = (raw: unknown): raw is About => typeof raw === 'string' && Object.hasOwn(ABOUT, raw)

export interface CaseSearch extends ListSearch {
  /** The case that is read. */
  opened?: string
  /** The form is open, about this. */
  about?: About
}

export function caseSearch(raw: Record<string, unknown>): CaseSearch {
  return {
    ...listSearch(raw),
    ...(typeof raw.opened === 'string' && { opened: raw.opened.slice(0, 64) }),
    ...(isAbout(raw.about) && { about: raw.about }),
  }
}
