// Scopes in entries: the names of chosen places and folders, as they are at that moment.
import type { Scope } from '@vitrine/contract/api/accounts/scope'
import { AUDIT_TEXT_MAX } from '@vitrine/contract/api/operations/audit'
import type { NamedTable } from './subjects.ts'

/** The tables of chosen things, by their key in a scope. */
const TABLES: Readonly<Record<string, NamedTable>> = {
  buildings: 'buildings',
  floors: 'floors',
  groups: 'device_groups',
  folders: 'folders',
}

/** In the place of names, and of a stored scope. */
export const EVERYWHERE = 'everywhere'

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
