import { screenFields, screenValues, type ValueChange } from '@vitrine/contract/api/screens/screen-values'
import type { Change } from '#base/change.ts'
import { feature } from '#base/handler.ts'
import { listingDb } from '#base/list.ts'
import { withReadOnly } from '#base/read-only.ts'
import { missingOf } from '#content/pages/api.ts'
import type { Db } from '#db/schema.ts'
import { updateVersioned } from '#db/versions.ts'
import { isoTime } from '#lib/clock.ts'
import { readPlays } from '#playback/impact/impact.ts'
import { withImpact } from '#screens/impact/api.ts'
import {
  createField,
  deleteField,
  getField,
  listFields,
  listValued,
  saveValues,
  updateField,
  valuesOfOwner,
} from './queries.ts'

export const screenFieldsFeature = feature(screenFields, {
  list: async ({ organizationFor, tenantDb, query }) => ({
    fields: await listFields(tenantDb(await organizationFor(query.organizationId))),
  }),
  get: async ({ db, params }) => ({ field: await getField(db, params.id) }),
  create: async ({ tenantDb, organizationFor, body, clock, changed }) => {
    const organizationId = await organizationFor(body.organizationId)
    const db = tenantDb(organizationId)
    const id = await createField(db, organizationId, body, isoTime(clock.now()))
    changed({ kind: 'organization', id: organizationId })
    return { field: await getField(db, id) }
  },
  update: async (context) => {
    const { params, body, clock, changed } = context
    const field = await updateVersioned(
      context,
      (db) => getField(db, params.id),
      (db, before) => updateField(db, before, body, isoTime(clock.now())),
    )
    changed({ kind: 'organization', id: field.organizationId })
    return { field }
  },
  remove: async ({ db, tenantDb, params, changed }) => {
    const field = await getField(db, params.id)
    await deleteField(tenantDb(field.organizationId), field)
    changed({ kind: 'organization', id: field.organizationId })
    return { id: field.id }
  },
})

export const screenValuesFeature = feature(screenValues, {
  list: async (context) => {
    const { session } = context
    const db = await listingDb(context, 'devices')
    const { screens, ...more } = await listValued(db, context.query)
    const kind = { area: 'devices', table: 'devices' } as const
    return { ...more, screens: await withReadOnly({ db, session }, kind, screens) }
  },
  of: async ({ db, tenantDb, params: { of, id }, clock }) => {
    const { values, organizationId } = await valuesOfOwner(db, of, id)
    return {
      values,
      missing: of === 'device' ? await missingOn(tenantDb(organizationId), id, clock.now()) : [],
    }
  },
  save: async ({ tenantDb, organizationFor, query, body, clock, changed }) => {
    const organizationId = await organizationFor(body.organizationId)
    const db = tenantDb(organizationId)
    const concerned = ownersOf(body.changes)
    return withImpact({ db, query, clock }, concerned, async () => {
      await saveValues(db, organizationId, body.changes)
      changed(...changesOf(organizationId, body.changes))
      return { saved: body.changes.length }
    })
  },
})

/** Of all screens of the organization, only those in a changed place get another manifest. */
const changesOf = (organizationId: string, changes: readonly ValueChange[]): Change[] =>
  changes.every(({ of }) => of === 'device')
    ? [...new Set(changes.map(({ id }) => id))].map((id) => ({ kind: 'device', id }))
    : [{ kind: 'organization', id: organizationId }]

/** The fields that a screen shows in vain. */
async function missingOn(db: Db, id: string, now: number): Promise<string[]> {
  const { deviceGroupId } = await db
    .selectFrom('devices')
    .select('deviceGroupId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const plays = await readPlays(db, { groupIds: deviceGroupId === null ? [] : [deviceGroupId] }, now)
  const own = { ...plays, screens: plays.screens.filter((screen) => screen.id === id) }
  return (await missingOf(db, own)).map(({ name }) => name)
}

/** The owners of changed values: screens that have or inherit them are concerned. */
function ownersOf(changes: readonly ValueChange[]) {
  const of = (owner: ValueChange['of']) =>
    changes.flatMap((change) => (change.of === owner ? [change.id] : []))
  return { devices: of('device'), floors: of('floor'), buildings: of('building') }
}
