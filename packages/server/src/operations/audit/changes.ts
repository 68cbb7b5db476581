import {
  AUDIT_CHANGES_BYTES,
  AUDIT_CHANGES_MAX,
  AUDIT_TEXT_MAX,
  type AuditChange,
} from '@vitrine/contract/api/operations/audit'
import type { Db } from '#db/schema.ts'
import { isoTime } from '#lib/clock.ts'
import { nameOf, namesOf, type ThingRow, type ThingRows } from './rows.ts'
import { EVERYWHERE, idsOfScope, namesOfScope, partsOfRows } from './scopes.ts'
import type { NamedTable, Shown, Subject } from './subjects.ts'

export interface Changes {
  changes: AuditChange[]
  /** Changes that were left out. */
  more: number
}

interface Difference {
  row: ThingRow
  field: string
  how: Shown
  before: Value
  after: Value
}
type Value = string | number | null

/**
 * What differs between the rows of things before and after a call, by field, within the limits of an entry. `known`: names
 * of what the call deletes.
 */
export async function changesOf(
  db: Db,
  subject: Subject,
  { before, after }: { before: ThingRows; after: ThingRows },
  known: ReadonlyMap<string, string> = new Map(),
): Promise<Changes> {
  const ids = [...new Set([...before.keys(), ...after.keys()])]
  const all = ids.flatMap((id) => differences(subject, before.get(id), after.get(id)))
  const shown = all.slice(0, AUDIT_CHANGES_MAX)
  const names = new Map([...known, ...(await namesOf(db, idsIn(shown)))])
  const changes: AuditChange[] = []
  let bytes = 0
  for (const { row, field, how, ...values } of shown) {
    const isHidden = how === 'secret' || how === 'document'
    const change: AuditChange = {
      ...(ids.length > 1 && { of: cut(nameOf(subject, row)) }),
      field,
      before: isHidden ? null : textOf(values.before, how, names),
      after: isHidden ? null : textOf(values.after, how, names),
      ...(isHidden && { hidden: true }),
    }
    bytes += Buffer.byteLength(JSON.stringify(change))
    if (bytes > AUDIT_CHANGES_BYTES) break
    changes.push(change)
  }
  return { changes, more: all.length - changes.length }
}

/** New and deleted rows: their values, but not which documents and secrets they have. */
function differences(
  { columns }: Subject,
  before: ThingRow | undefined,
  after: ThingRow | undefined,
): Difference[] {
  const row = after ?? before
  if (!row) return []
  const isChange = before !== undefined && after !== undefined
  const ofRow = Object.entries(columns).flatMap(([field, how]) => {
    // A scope that a row hasn't is everything.
    const none = how === 'scope' && isChange ? EVERYWHERE : null
    const values = { before: before?.[field] ?? none, after: after?.[field] ?? none }
    return how === 'rows' ? partsOfRows(values) : [{ field, how, ...values }]
  })
  return ofRow.flatMap(({ field, how, ...values }) => {
    if (values.before === values.after || (!isChange && (how === 'secret' || how === 'document'))) return []
    const isEmpty =
      !isChange && [values.before, values.after].every((value) => value === null || value === '')
    return isEmpty ? [] : [{ row, field, how, ...values }]
  })
}

function idsIn(differences: readonly Difference[]): Map<NamedTable, Set<string>> {
  const wanted = new Map<NamedTable, Set<string>>()
  const want = (table: NamedTable, id: string) =>
    wanted.set(table, (wanted.get(table) ?? new Set<string>()).add(id))
  for (const { how, before, after } of differences)
    for (const value of [before, after]) {
      if (typeof value !== 'string' || !value) continue
      if (typeof how === 'object') want(how.of, value)
      if (how === 'scope') for (const [table, id] of idsOfScope(value)) want(table, id)
    }
  return wanted
}

function textOf(value: Value, how: Shown, names: ReadonlyMap<string, string>): string | null {
  if (value === null) return null
  if (how === 'flag') return value === 1 ? 'true' : 'false'
  if (how === 'time') return isoTime(Number(value))
  if (how === 'site') return siteOf(String(value))
  if (how === 'scope') return namesOfScope(String(value), names)
  if (typeof how === 'object') return cut(names.get(String(value)) ?? String(value))
  return cut(String(value))
}

/** Keys of services are often in the path or the query of an address. */
function siteOf(address: string): string {
  try {
    return address && cut(new URL(address).origin)
  } catch {
    return ''
  }
}

/** Whole characters: a cut pair of code units is no text that a database takes. */
export function cut(text: string): string {
  const whole = text.replaceAll('\0', '')
  if (whole.length <= AUDIT_TEXT_MAX) return whole
  return `${whole.slice(0, AUDIT_TEXT_MAX - 1).replace(/[\ud800-\udbff]$/, '')}…`
}
