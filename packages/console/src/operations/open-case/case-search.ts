import type { CaseKind } from '@vitrine/contract/api/operations/cases'
import { type ListSearch, listSearch } from '#ui/list/list-search.ts'

type About = CaseKind | 'anything'

/** Listed here because the login page loads no schemas; the type makes a missing kind a compile error. */
const ABOUT: Readonly<Record<About, true>> = { screen: true, content: true, account: true, anything: true }

const isAbout = (raw: unknown): raw is About => typeof raw === 'string' && Object.hasOwn(ABOUT, raw)

export interface CaseSearch extends ListSearch {
  /** The id of the open case. */
  opened?: string
  /** Opens the form with this kind. */
  about?: About
}

export function caseSearch(raw: Record<string, unknown>): CaseSearch {
  return {
    ...listSearch(raw),
    ...(typeof raw.opened === 'string' && { opened: raw.opened.slice(0, 64) }),
    ...(isAbout(raw.about) && { about: raw.about }),
  }
}
