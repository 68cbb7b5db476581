// Scopes in entries: the names of chosen places and folders, as they are at that moment.
import type { RoleRow } from '@vitrine/contract/api/accounts/roles'
import type { Scope } from '@vitrine/contract/api/accounts/scope'
import { AUDIT_TEXT_MAX } from '@vitrine/contract/api/operations/audit'
import type { NamedTable, Shown } from './subjects.ts'

/** The tables of chosen things, by their key in a scope. */
const TABLES: Readonly<Record<string, NamedTable>> = {
  buildings: 'buildings',
  floors: 'floors',
  groups: 'device_groups',
  folders: 'folders',
}

/** In the place of names, and of a stored scope. */
export const EVERYWHERE = 'everywhere'

interface Part {
  field: string
  how: Shown
  before: Value
  after: Value
}
type Value = string | number | null

/** The levels and the scope of each row of a custom role as fields: `levels` of the first, `levels.2` of the second. */
export function partsOfRows({ before, after }: Pick<Part, 'before' | 'after'>): Part[] {
  const [was, is] = [before, after].map((stored) =>
    stored === null ? [] : (JSON.parse(String(stored)) as RoleRow[]),
  ) as [RoleRow[], RoleRow[]]
  const levels = (row: RoleRow | undefined) => (row ? JSON.stringify(row.levels) : null)
  const scope = (row: RoleRow | undefined) =>
    row ? (row.scope === null ? EVERYWHERE : JSON.stringify(row.scope)) : null
  return Array.from({ length: Math.max(was.length, is.length) }, (_, index) => {
    const nth = index === 0 ? '' : `.${index + 1}`
    const [one, other] = [was[index], is[index]]
    return [
      { field: `levels${nth}`, how: 'text' as const, before: levels(one), after: levels(other) },
      { field: `scope${nth}`, how: 'scope' as const, before: scope(one), after: scope(other) },
    ]
  }).flat()
}

export function idsOfScope(stored: string): [NamedTable, string][] {
  if (stored === EVERYWHERE) return []
  const scope = JSON.parse(stored) as Scope
  const chosen = { ...scope?.places, ...(scope?.folders && { folders: scope.folders }) }
  return Object.entries(chosen).flatMap(([kind, ids]) => {
    const table = TABLES[kind]
    return table ? ids.map((id) => [table, id] as [NamedTable, string]) : []
  })
}

/** A JSON list that fits into an entry. Things that are gone have their id. */
export function namesOfScope(stored: string, names: ReadonlyMap<string, string>): string {
  if (stored === EVERYWHERE) return EVERYWHERE
  const shown: string[] = []
  for (const [, id] of idsOfScope(stored)) {
    const next = [...shown, names.get(id) ?? id]
    if (JSON.stringify([...next, '…']).length > AUDIT_TEXT_MAX) return JSON.stringify([...shown, '…'])
    shown.push(names.get(id) ?? id)
  }
  return JSON.stringify(shown)
}
