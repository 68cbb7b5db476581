import type { AuditActorKind, AuditKind, AuditVerb } from '@vitrine/contract/audited'

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

/** Parses the view from the URL's search; invalid parts are dropped. `filterOf` drops names that don't exist. */
export function auditSearch(raw: Record<string, unknown>): AuditSearch {
  const found: Record<string, unknown> = {}
  for (const name of ['kind', 'verb', 'by', 'thing', 'who']) if (isId(raw[name])) found[name] = raw[name]
  for (const name of ['first', 'last']) if (isDay(raw[name])) found[name] = raw[name]
  if (typeof raw.q === 'string' && raw.q !== '') found.q = raw.q.slice(0, 200)
  if (raw.installation === true || raw.installation === 'true') found.installation = true
  return found
}
