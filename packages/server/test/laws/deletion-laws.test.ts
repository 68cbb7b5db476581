import { contract } from '@vitrine/contract'
import { ERRORS } from '@vitrine/contract/errors'
import { routesOf } from '@vitrine/contract/route'
import { describe, expect, it } from 'vitest'
import { databaseError } from '#db/refusals.ts'
import { FOREIGN_KEYS, foreignKeysOf, LOOSE_REFERENCES, looseColumnsOf } from '#test/foreign-keys.ts'
import { useServer } from '#test/harness.ts'
import { NOT_IN_USE, REFUSALS } from '#test/refusals.ts'

/** The specification's row of each deletion. */
const ROWS: Record<string, string> = {
  'storyboards.remove': 'C-077',
  'layouts.remove': 'C-095',
  'cards.remove': 'C-083',
  'media.remove': 'C-065',
  'media.removeFolder': 'C-068',
  'buildings.remove': 'C-034',
  'licences.remove': 'C-039',
  'organizations.remove': 'C-029',
}

const routes = new Map(routesOf(contract).map(({ name, route }) => [name, route]))

describe('deleting what something else refers to', () => {
  const server = useServer()

  it('has a classification for every foreign key that the database leaves to us', async () => {
    const found = await foreignKeysOf(server().services.database)
    const left = [...found].flatMap(([key, rule]) => (rule === 'no action' ? [key] : []))
    expect(Object.keys(FOREIGN_KEYS).toSorted()).toEqual(left.toSorted())
    for (const fate of Object.values(FOREIGN_KEYS))
      if (typeof fate === 'object' && 'through' in fate) expect(found.has(fate.through)).toBe(true)
  })

  it('has a classification for every column that names a row without a foreign key', async () => {
    const columns = await looseColumnsOf(server().services.database)
    expect(columns.filter((column) => !(column in LOOSE_REFERENCES))).toEqual([])
  })

  it('shows every refusal that the tables name', () => {
    const shown = [...Object.values(FOREIGN_KEYS), ...Object.values(LOOSE_REFERENCES)].flatMap((fate) =>
      typeof fate === 'object' && 'refused' in fate ? fate.refused : [],
    )
    expect(shown.filter((name) => !(name in REFUSALS))).toEqual([])
  })

  it('shows every refusal that a DELETE route declares', () => {
    const shown = new Set(Object.values(REFUSALS).map(({ route, errKey }) => `${route} ${errKey}`))
    const declared = [...routes].flatMap(([name, { method, errors = [] }]) =>
      method === 'DELETE'
        ? errors
            .filter((key) => ERRORS[key] === 409 && !NOT_IN_USE.includes(key))
            .map((key) => `${name} ${key}`)
        : [],
    )
    expect(declared.length).toBeGreaterThan(8)
    expect(declared.filter((pair) => !shown.has(pair))).toEqual([])
  })

  const shown = Object.entries(REFUSALS).map(
    ([name, refusal]) => [ROWS[refusal.route], name, refusal] as const,
  )
  it.each(shown)("%s: %s can't be deleted, and the answer says why", async (_row, _name, refusal) => {
    const superAdmin = await server().signIn()
    const admin = await server().organization()
    const { id, uses } = await refusal.make(admin, superAdmin, server())
    const route = routes.get(refusal.route)
    expect(route?.errors).toContain(refusal.errKey)
    const path = (route?.path ?? '').replace(/:\w+/, id)
    const { status, body } = await superAdmin.call('DELETE', path)
    const { errKey, message, usedIn } = body as {
      errKey: string
      message: string
      usedIn: { kind: string; name: string }[]
    }
    expect({ status, errKey }).toEqual({ status: 409, errKey: refusal.errKey })
    expect(usedIn.map(({ kind, name }) => `${kind} ${name}`)).toEqual(uses)
    expect(message).not.toBe('')
  })

  it('never takes a refused foreign key for a concurrent edit', async () => {
    const { database } = server().services
    const { organizationId } = await server().organization()
    const deleted = database.deleteFrom('organizations').where('id', '=', organizationId).execute()
    const error = await deleted.then(
      () => undefined,
      (refused: unknown) => refused,
    )
    expect(databaseError(error, 'DELETE')?.errKey).toBe('IN_USE')
    for (const method of ['POST', 'PUT']) expect(databaseError(error, method)?.errKey).toBe('REFERENCE_GONE')
  })
})
