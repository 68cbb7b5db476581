import { type RawBuilder, sql } from 'kysely'
import { anyOf } from '#db/database.ts'
import type { Db, TableName } from '#db/schema.ts'

/** Every column that references a stored file by its SHA-256. The collector may delete a file without references. */
export const REFERENCES: readonly (readonly [TableName, string])[] = [
  ['media', 'sha256'],
  ['media', 'captionsSha256'],
  ['media_versions', 'sha256'],
  ['thumbnails', 'sha256'],
  ['package_files', 'sha256'],
  ['package_versions', 'modelSha256'],
  ['uploads', 'sha256'],
  ['trash', 'sha256'],
  ['trash_files', 'sha256'],
  ['decks', 'sha256'],
  ['deck_versions', 'sha256'],
  ['conversions', 'sha256'],
  ['approved_files', 'sha256'],
  ['archives', 'sha256'],
  ['web_photos', 'sha256'],
]

/** Columns with documents that may reference files. */
export const REFERENCES_INSIDE: readonly (readonly [TableName, string])[] = [['package_versions', 'media']]

const SHA256_INSIDE = /\b[0-9a-f]{64}\b/g

/** The files that a document references. */
export const sha256Inside = (text: string): string[] => text.match(SHA256_INSIDE) ?? []

/** The given files that a column references. */
export async function namedByColumns(db: Db, files: readonly string[]): Promise<Set<string>> {
  const wanted = anyOf(
    db,
    files.map((id) => ({ id })),
  )
  const lookups = REFERENCES.map(([table, column]) => {
    const name = sql.ref(column)
    return sql`select ${name} as id from ${sql.table(table)} where ${name} in ${wanted}`
  })
  const all = lookups.reduce((left, right) => sql`${left} union ${right}`) as RawBuilder<{ id: string }>
  const { rows } = await all.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Every referenced file, sorted. */
export async function namedFiles(db: Db): Promise<string[]> {
  const named = await namedInside(db)
  for (const [table, column] of REFERENCES) {
    const { rows } = await sql<{ id: string }>`
      select distinct ${sql.ref(column)} as id from ${sql.table(table)} where ${sql.ref(column)} <> ''`.execute(
      db,
    )
    for (const { id } of rows) named.add(id)
  }
  return [...named].sort()
}

/** Every file that a document references. */
export async function namedInside(db: Db): Promise<Set<string>> {
  const named = new Set<string>()
  for (const [table, column] of REFERENCES_INSIDE) {
    const { rows } = await sql<{ text: string | null }>`
      select ${sql.ref(column)} as text from ${sql.table(table)}`.execute(db)
    for (const { text } of rows) for (const sha256 of sha256Inside(text ?? '')) named.add(sha256)
  }
  return named
}

/** Whether anything references this file now. */
export async function isNamed(db: Db, sha256: string): Promise<boolean> {
  if ((await namedByColumns(db, [sha256])).size > 0) return true
  for (const [table, column] of REFERENCES_INSIDE) {
    const { rows } = await sql`
      select 1 from ${sql.table(table)} where ${sql.ref(column)} like ${`%${sha256}%`} limit 1`.execute(db)
    if (rows.length > 0) return true
  }
  return false
}
