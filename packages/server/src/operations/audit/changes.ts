import {
  AUDIT_CHANGES_BYTES,
  AUDIT_CHANGES_MAX,
  AUDIT_TEXT_MAX,
  type AuditChange,
} from '@vitrine/contract/api/operations/audit'
import type { Db } from '#db/schema.ts'
import { isoTime } from '#lib/clock.ts'
import { nameOf, namesOf, type ThingRow, type ThingRows } from './rows.ts'
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

/** What differs between the rows of things before and after a call, by field, within the limits of an entry. */
export async function changesOf(
  db: Db,
  subject: Subject,
  { before, after }: { before: ThingRows; after: ThingRows },
): Promise<Changes> {
  const ids = [...new Set([...before.keys(), ...after.keys()])]
  const all = ids.flatMap((id) => differences(subject, before.get(id), after.get(id)))
  const shown = all.slice(0, AUDIT_CHANGES_MAX)
  const names = await namesOf(db, idsIn(shown))
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
  return Object.entries(columns).flatMap(([field, how]) => {
    const values = { before: before?.[field] ?? null, after: after?.[field] ?? null }
    if (values.before === values.after || (!isChange && (how === 'secret' || how === 'document'))) return []
    const isEmpty =
      !isChange && [values.before, values.after].every((value) => value === null || value === '')
    return isEmpty ? [] : [{ row, field, how, ...values }]
  })
}

function idsIn(differences: readonly Difference[]): Map<NamedTable, Set<string>> {
  const wanted = new Map<NamedTable, Set<string>>()
  for (const { how, before, after } of differences) {
    if (typeof how === 'string') continue
    const ids = wanted.get(how.of) ?? new Set<string>()
    for (const id of [before, after]) if (typeof id === 'string' && id) ids.add(id)
    if (ids.size) wanted.set(how.of, ids)
  }
  return wanted
}

function textOf(value: Value, how: Shown, names: ReadonlyMap<string, string>): string | null {
  if (value === null) return null
  if (how === 'flag') return value === 1 ? 'true' : 'false'
  if (how === 'time') return isoTime(Number(value))
  if (how === 'site') return siteOf(String(value))
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
