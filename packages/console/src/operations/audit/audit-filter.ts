import type { AuditFilter } from '@vitrine/contract/api/operations/audit'
import { AUDIT_ACTORS, AUDIT_KINDS, AUDIT_VERBS } from '@vitrine/contract/audited'
import type { AuditSearch } from './audit-search.ts'

/** The filter of the API for a view. */
export function filterOf(search: AuditSearch): AuditFilter {
  const { thing, who, first, last, q, installation } = search
  return {
    kind: AUDIT_KINDS.find((one) => one === search.kind),
    verb: AUDIT_VERBS.find((one) => one === search.verb),
    actorKind: AUDIT_ACTORS.find((one) => one === search.by),
    thing,
    actor: who,
    from: first === undefined ? undefined : new Date(`${first}T00:00`).getTime(),
    to: last === undefined ? undefined : dayAfter(last),
    search: q,
    installation: installation && 'true',
  }
}

function dayAfter(day: string): number {
  const date = new Date(`${day}T00:00`)
  date.setDate(date.getDate() + 1)
  return date.getTime()
}
