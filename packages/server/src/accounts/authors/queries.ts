import type { Doer } from '#base/handler.ts'
import type { Db } from '#db/schema.ts'

/** The name that a person entered, or the email address if it is empty. */
export const personName = (person: { firstName: string; lastName: string; email: string }): string =>
  `${person.firstName} ${person.lastName}`.trim() || person.email

/** How an API key is named as the author of what it wrote. */
const keyName = (name: string) => `key ${name}`

/**
 * Names of authors by id, as they are shown: people by name, or by email address if the name is empty, and API keys as
 * `key NAME`. Ids that `db` doesn't reach are missing: of deleted accounts, and of super admins in an organization.
 */
export async function authorNames(db: Db, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  if (wanted.length === 0) return new Map()
  const people = await db
    .selectFrom('users')
    .select(['id', 'firstName', 'lastName', 'email'])
    .where('id', 'in', wanted)
    .execute()
  const names = new Map(people.map((person) => [person.id, personName(person)]))
  const others = wanted.filter((id) => !names.has(id))
  if (others.length === 0) return names
  const keys = await db.selectFrom('api_keys').select(['id', 'name']).where('id', 'in', others).execute()
  for (const { id, name } of keys) names.set(id, keyName(name))
  return names
}

/** Empty for an unknown author. */
export const authorName = async (db: Db, id: string): Promise<string> =>
  (await authorNames(db, [id])).get(id) ?? ''

/** A person who acts without a session, by a code or a token that they were sent. */
export async function doerOf(db: Db, id: string): Promise<Doer | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['id', 'organizationId', 'firstName', 'lastName', 'email'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  return { kind: 'person', id, name: personName(row), organizationId: row.organizationId }
}
