import type { Impact } from '@vitrine/contract/api/base/impact'
import { screenFields, screenValues, type ValueChange } from '@vitrine/contract/api/screens/screen-values'
import { searchKey } from '@vitrine/contract/search-key'
import type { Change } from '#base/change.ts'
import { feature } from '#base/handler.ts'
import { listingDb } from '#base/list.ts'
import { fieldsOfScreens, impactOn, missingOf } from '#content/pages/api.ts'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { updateVersioned } from '#db/versions.ts'
import { isoTime } from '#lib/clock.ts'
import { readPlays } from '#playback/impact/impact.ts'
import { valuesOf } from '#playback/values.ts'
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
  list: async (context) => listValued(await listingDb(context, 'devices'), context.query),
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
    const affected = query.dryRun && (await screensOf(db, body.changes))
    const before = affected && (await valuesOf(db, affected))
    await saveValues(db, organizationId, body.changes)
    changed(...changesOf(organizationId, body.changes))
    const impact = affected && before && (await impactOf(db, affected, before, clock.now()))
    return { saved: body.changes.length, ...(impact && { impact }) }
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

/** The screens that have or inherit changed values. */
async function screensOf(db: Db, changes: readonly ValueChange[]) {
  const of = (owner: ValueChange['of']) =>
    anyOf(
      db,
      changes.filter((change) => change.of === owner),
    )
  return db
    .selectFrom('devices')
    .leftJoin('floors', 'floors.id', 'devices.floorId')
    .select(['devices.id', 'devices.organizationId', 'devices.floorId', 'devices.deviceGroupId'])
    .where(({ or, eb }) =>
      or([
        eb('devices.id', 'in', of('device')),
        eb('devices.floorId', 'in', of('floor')),
        eb('floors.buildingId', 'in', of('building')),
      ]),
    )
    .execute()
}

type Values = Awaited<ReturnType<typeof valuesOf>>
type Affected = Awaited<ReturnType<typeof screensOf>>

/** The screens that show another value than before. */
async function impactOf(db: Db, affected: Affected, before: Values, now: number): Promise<Impact> {
  const after = await valuesOf(db, affected)
  const groupIds = [...new Set(affected.flatMap(({ deviceGroupId }) => deviceGroupId ?? []))]
  const plays = await readPlays(db, { groupIds }, now)
  const ids = new Set(affected.map(({ id }) => id))
  const own = { ...plays, screens: plays.screens.filter(({ id }) => ids.has(id)) }
  const shown = await fieldsOfScreens(db, own)
  const changes = own.screens.filter(({ id }) => {
    const [was, is] = [before, after].map(
      (values) => new Map((values.get(id) ?? []).map(({ name, value }) => [searchKey(name), value])),
    )
    return shown.get(id)?.some(({ keys }) => keys.some((key) => was?.get(key) !== is?.get(key)))
  })
  return { ...impactOn(own, changes), missing: await missingOf(db, own) }
}
