// What the conditions of a storyboard's pages read: it must exist, and can't be deleted while they do.

import { rowsOfCondition, subjectOfKey } from '@vitrine/contract/document/conditions'
import { fieldKeysIn, SCREEN_KEY } from '@vitrine/contract/document/screen-values'
import { writeBinding } from '@vitrine/contract/document/source-data'
import { rule } from '@vitrine/contract/rules'
import type { Condition, Test } from '@vitrine/contract/schedule/conditions'
import { searchKey } from '@vitrine/contract/search-key'
import type { References } from '#base/references/queries.ts'
import { anyOf, isPostgres } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { invalid } from '#lib/errors.ts'

interface Conditional {
  when?: Condition | undefined
}

/** Data sources by their key, triggers by their id, and fields of screens by their key. */
export function referencesOfConditions(
  items: readonly Conditional[],
): Pick<References, 'source' | 'trigger' | 'screen-field'> {
  const keys = items.flatMap(({ when }) => rowsOfCondition(when))
  const tests = items.flatMap(({ when }) => when?.tests ?? [])
  return {
    source: keys.filter((key) => !subjectOfKey(key)),
    trigger: tests.flatMap(({ of, from }) => (of === 'trigger' ? [from] : [])),
    'screen-field': fieldKeysIn(
      tests.flatMap(({ of, from, field }) =>
        of === 'source' ? [writeBinding({ source: from, field, fallback: '' })] : [],
      ),
    ),
  }
}

/**
 * Throws INVALID for conditions that read a data source or a trigger that doesn't exist in the organization of `db`.
 * Their rows can't be deleted until the transaction ends.
 */
export async function refuseUnknownSubjects(db: Db, items: readonly Conditional[]): Promise<void> {
  const sent = items.flatMap(({ when }, index) =>
    (when?.tests ?? []).map((test, number) => ({ test, path: `items.${index}.when.tests.${number}.from` })),
  )
  if (sent.length === 0) return
  const known = {
    source: await knownSources(db, sent),
    trigger: await knownTriggers(db, sent),
  }
  const errors: Record<string, string> = {}
  for (const { test, path } of sent) {
    const { of } = test
    // Cities are in a file, which a transaction doesn't wait for: an unknown one has no weather.
    if (of !== 'weather' && !known[of].has(nameOf(test))) errors[path] = rule('unknown')
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

interface Sent {
  test: Test
}

const nameOf = ({ of, from }: Test) => (of === 'source' ? searchKey(from) : from)
const namesOf = (sent: readonly Sent[], of: Test['of']) => [
  ...new Set(sent.flatMap(({ test }) => (test.of === of ? [nameOf(test)] : []))),
]

async function knownSources(db: Db, sent: readonly Sent[]): Promise<Set<string>> {
  const names = namesOf(sent, 'source')
  const found = new Set([SCREEN_KEY])
  if (names.length === 0) return found
  const wanted = anyOf(
    db,
    names.map((id) => ({ id })),
  )
  const rows = await db
    .selectFrom('sources')
    .select('nameKey')
    .where('nameKey', 'in', wanted)
    .$if(isPostgres(db), (query) => query.forKeyShare())
    .execute()
  for (const { nameKey } of rows) found.add(nameKey)
  return found
}

async function knownTriggers(db: Db, sent: readonly Sent[]): Promise<Set<string>> {
  const ids = namesOf(sent, 'trigger')
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('triggers')
    .select('id')
    .where(
      'id',
      'in',
      anyOf(
        db,
        ids.map((id) => ({ id })),
      ),
    )
    .$if(isPostgres(db), (query) => query.forKeyShare())
    .execute()
  return new Set(rows.map(({ id }) => id))
}
