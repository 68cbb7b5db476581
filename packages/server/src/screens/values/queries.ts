import type { ListQuery } from '@vitrine/contract/api/base/entity'
import {
  type HeldValue,
  SCREEN_FIELDS_MAX,
  type ScreenField,
  type ScreenFieldInput,
  type ValueChange,
  type ValuedScreen,
  type ValueOwner,
} from '@vitrine/contract/api/screens/screen-values'
import { SCREEN_KEY, SCREEN_SOURCE } from '@vitrine/contract/document/screen-values'
import { checkColor } from '@vitrine/contract/fields/color-value'
import { rule } from '@vitrine/contract/rules'
import { searchKey } from '@vitrine/contract/search-key'
import { type Listing, listRows } from '#base/list.ts'
import { forgetReferences, saveReferences, usersOf } from '#base/references/queries.ts'
import { anyOf, lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { ScreenFieldsTable } from '#db/tables/screen-values.ts'
import { writeVersion } from '#db/versions.ts'
import { AppError, inUse, invalid, notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { slices } from '#lib/work/slices.ts'
import { heldValues, ownValues } from '#playback/values.ts'

/** Rows per insert. */
const AT_ONCE = 500

const shown = ({ nameKey: _, ...field }: ScreenFieldsTable): ScreenField => field

/** Sorted by name. `db` is bound to the organization. */
export const listFields = async (db: Db): Promise<ScreenField[]> =>
  (await db.selectFrom('screen_fields').selectAll().orderBy('nameKey').execute()).map(shown)

export async function getField(db: Db, id: string): Promise<ScreenField> {
  const row = await db.selectFrom('screen_fields').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Field not found')
  return shown(row)
}

const columns = ({ name, kind, source }: ScreenFieldInput) => ({
  name,
  nameKey: searchKey(name),
  kind,
  source: kind === 'row' ? source : '',
})

/** Throws INVALID for a name in use, and for a source that doesn't exist. Its name can't change until the field's does. */
async function saveField(
  db: Db,
  { id, organizationId }: { id: string; organizationId: string },
  input: ScreenFieldInput,
): Promise<void> {
  const namesake = await db
    .selectFrom('screen_fields')
    .select('id')
    .where('nameKey', '=', searchKey(input.name))
    .where('id', '!=', id)
    .executeTakeFirst()
  if (namesake) throw invalid({ name: rule('not_exist') })
  const key = searchKey(input.source)
  const source =
    input.kind === 'row'
      ? await db.selectFrom('sources').select('id').where('nameKey', '=', key).executeTakeFirst()
      : undefined
  if (input.kind === 'row' && !source) throw invalid({ source: rule('unknown') })
  const named = { source: source ? [key] : [] }
  await saveReferences(db, organizationId, { kind: 'screen-field', id }, named, 'source')
}

/** `db` is bound to the organization. Throws INVALID if it has as many as it can have. */
export async function createField(
  db: Db,
  organizationId: string,
  input: ScreenFieldInput,
  now: string,
): Promise<string> {
  await lockRow(db, 'organizations', organizationId)
  // Sources of earlier versions may have this name; their texts keep showing them.
  const namesake = await db
    .selectFrom('sources')
    .select('id')
    .where('nameKey', '=', SCREEN_KEY)
    .executeTakeFirst()
  if (namesake) {
    const message = `Rename the data source ${SCREEN_SOURCE} first: texts show values of screens by that name.`
    throw new AppError('INVALID', message, { name: message })
  }
  const { count } = await db
    .selectFrom('screen_fields')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= SCREEN_FIELDS_MAX) {
    const message = `This organization has reached its limit of ${SCREEN_FIELDS_MAX} fields of screens. Delete some first.`
    throw new AppError('INVALID', message, { name: message })
  }
  const id = newId()
  await saveField(db, { id, organizationId }, input)
  await db
    .insertInto('screen_fields')
    .values({ id, organizationId, ...columns(input), version: 1, createdAt: now, updatedAt: now })
    .execute()
  return id
}

/** Throws FIELD_IN_USE when renaming a field that something shows, CONFLICT, and INVALID for values of another kind. */
export async function updateField(
  db: Db,
  before: ScreenField,
  input: ScreenFieldInput,
  now: string,
): Promise<void> {
  const { id } = before
  if (searchKey(input.name) !== searchKey(before.name)) await refuseFieldInUse(db, before)
  if (input.kind !== before.kind) {
    const values = await db.selectFrom('screen_values').select('value').where('fieldId', '=', id).execute()
    if (values.some(({ value }) => wrongValue(input, value))) throw invalid({ kind: rule('invalid') })
  }
  await saveField(db, before, input)
  await writeVersion(db, 'screen_fields', { id, seen: input.version, now }, columns(input))
}

/** Throws FIELD_IN_USE. */
export async function deleteField(db: Db, field: ScreenField): Promise<void> {
  await refuseFieldInUse(db, field)
  await forgetReferences(db, field.organizationId, [field])
  await db.deleteFrom('screen_fields').where('id', '=', field.id).execute()
}

/** Throws FIELD_IN_USE if a text names the field. */
export async function refuseFieldInUse(db: Db, { name }: ScreenField): Promise<void> {
  const users = await usersOf(db, 'screen-field', [{ id: searchKey(name) }])
  const [first] = users
  if (first) throw inUse('FIELD_IN_USE', `${first.name} shows this field by its name`, users)
}

/** The rule that a value of a field breaks. */
function wrongValue({ kind }: Pick<ScreenField, 'kind'>, value: string): string | undefined {
  if (kind === 'number' && !(value !== '' && Number.isFinite(Number(value)))) return rule('numeric')
  if (kind === 'color') return checkColor(value, { allowTransparent: true })['']
  return undefined
}

const OWNER_TABLES = { building: 'buildings', floor: 'floors', device: 'devices' } as const

/**
 * Writes values; empty ones are deleted. `db` is bound to the organization. Throws INVALID for unknown owners and fields, and
 * for values that their field can't have.
 */
export async function saveValues(
  db: Db,
  organizationId: string,
  changes: readonly ValueChange[],
): Promise<void> {
  const fields = new Map((await listFields(db)).map((field) => [field.id, field]))
  const errors: Record<string, string> = {}
  changes.forEach(({ fieldId, value }, index) => {
    const field = fields.get(fieldId)
    if (!field) errors[`changes.${index}.fieldId`] = rule('unknown')
    const wrong = field && value !== '' ? wrongValue(field, value) : undefined
    if (wrong) errors[`changes.${index}.value`] = wrong
  })
  for (const [of, own] of Map.groupBy(changes, (change) => change.of)) {
    const ids = [...new Set(own.map(({ id }) => id))].map((id) => ({ id }))
    const rows = await db
      .selectFrom(OWNER_TABLES[of])
      .select('id')
      .where('id', 'in', anyOf(db, ids))
      .execute()
    const known = new Set(rows.map(({ id }) => id))
    changes.forEach((change, index) => {
      if (change.of === of && !known.has(change.id)) errors[`changes.${index}.id`] = rule('unknown')
    })
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  // The last of several values of one field wins.
  const wanted = new Map(changes.map((change) => [`${change.of} ${change.id} ${change.fieldId}`, change]))
  for (const [of, own] of Map.groupBy(wanted.values(), (change) => change.of))
    await write(db, organizationId, of, own)
}

async function write(
  db: Db,
  organizationId: string,
  of: ValueOwner,
  changes: readonly ValueChange[],
): Promise<void> {
  const column = `${of}Id` as const
  for (const [fieldId, own] of Map.groupBy(changes, (change) => change.fieldId))
    await db
      .deleteFrom('screen_values')
      .where('fieldId', '=', fieldId)
      .where(column, 'in', anyOf(db, own))
      .execute()
  const rows = changes
    .filter(({ value }) => value !== '')
    .map(({ id, fieldId, value }) => ({
      ...{ id: newId(), organizationId, fieldId, buildingId: null, floorId: null, deviceId: null },
      ...{ [column]: id, value },
    }))
  for (const some of slices(rows, AT_ONCE)) await db.insertInto('screen_values').values(some).execute()
}

const LISTING: Listing = { search: ['nameKey'], sort: { name: 'nameOrder' } }

export async function listValued(
  db: Db,
  query: ListQuery,
): Promise<{ screens: ValuedScreen[]; total?: number }> {
  const select = db
    .selectFrom('devices')
    .leftJoin('floors', 'floors.id', 'devices.floorId')
    .leftJoin('buildings', 'buildings.id', 'floors.buildingId')
    .select(['devices.id', 'devices.name', 'devices.organizationId', 'devices.floorId'])
    .select(['floors.name as floor', 'buildings.name as building'])
  const { rows, total } = await listRows(db, select, 'devices', query, LISTING)
  const held = await heldValues(db, rows)
  const screens = rows.map(({ id, name, floor, building }) => ({
    id,
    name,
    place: floor === null ? null : `${building} · ${floor}`,
    values: held.get(id) ?? [],
  }))
  return { screens, total }
}

/** The values of a building, a floor, or a screen, with those that it inherits. Throws NOT_FOUND. */
export async function valuesOfOwner(
  db: Db,
  of: ValueOwner,
  id: string,
): Promise<{ values: HeldValue[]; organizationId: string }> {
  const select = db.selectFrom(OWNER_TABLES[of]).selectAll().where('id', '=', id)
  const row: { organizationId: string; floorId?: string | null; buildingId?: string } | undefined =
    await select.executeTakeFirst()
  if (!row) throw notFound()
  const { organizationId, floorId = null, buildingId } = row
  if (of === 'device')
    return {
      values: (await heldValues(db, [{ id, organizationId, floorId }])).get(id) ?? [],
      organizationId,
    }
  const inherited: Map<string, HeldValue[]> =
    buildingId === undefined ? new Map() : await ownValues(db, 'building', [buildingId])
  const layers = [...inherited.values(), ...(await ownValues(db, of, [id])).values()]
  return {
    values: [...new Map(layers.flat().map((held) => [held.fieldId, held])).values()],
    organizationId,
  }
}
