import type { AuditFilter } from '@vitrine/contract/api/operations/audit'
import {
  AUDIT_ACTORS,
  AUDIT_KINDS,
  AUDIT_VERBS,
  type AuditActorKind,
  type AuditKind,
  type AuditVerb,
} from '@vitrine/contract/audited'

/** The view of the audit log in the URL. */
export interface AuditSearch {
  kind?: AuditKind
  verb?: AuditVerb
  by?: AuditActorKind
  /** Ids, of a thing and of someone. */
  thing?: string
  who?: string
  /** `YYYY-MM-DD` in the browser's time zone, both inclusive. */
  first?: string
  last?: string
  q?: string
  /** The entries of the installation, for super admins. */
  installation?: true
}

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
const isId = (value: unknown): value is string => typeof value === 'string' && /^[\w.-]{1,100}$/.test(value)

/** Parses the view from the URL's search; invalid parts are dropped. */
export function auditSearch(raw: Record<string, unknown>): AuditSearch {
  const found: AuditSearch = {}
  const kind = AUDIT_KINDS.find((one) => one === raw.kind)
  const verb = AUDIT_VERBS.find((one) => one === raw.verb)
  const by = AUDIT_ACTORS.find((one) => one === raw.by)
  if (kind) found.kind = kind
  if (verb) found.verb = verb
  if (by) found.by = by
  for (const name of ['thing', 'who'] as const) if (isId(raw[name])) found[name] = raw[name]
  for (const name of ['first', 'last'] as const) if (isDay(raw[name])) found[name] = raw[name]
  if (typeof raw.q === 'string' && raw.q !== '') found.q = raw.q.slice(0, 200)
  if (raw.installation === true || raw.installation === 'true') found.installation = true
  return found
}

/** The filter of the API for a view. */
export function filterOf({
  kind,
  verb,
  by,
  thing,
  who,
  first,
  last,
  q,
  installation,
}: AuditSearch): AuditFilter {
  return {
    kind,
    verb,
    actorKind: by,
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
