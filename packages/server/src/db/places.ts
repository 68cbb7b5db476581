// How rows hang on places, as conditions of queries. `isWithin` of the contract decides the same for one thing.
import type { Places } from '@vitrine/contract/permissions'
import { sql } from 'kysely'
import {
  among,
  and,
  type Condition,
  type Limit,
  or,
  type PlacedRow,
  type Row,
  rowOf,
  type Use,
} from './conditions.ts'
import type { TableName } from './schema.ts'

const each = ({ reach }: Limit, condition: (places: Places) => Condition) => and(reach.places.map(condition))

function isFloor(limit: Limit, floor: Row, { floors, buildings }: Places): Condition {
  const [own, inBuilding] = [among(limit, floor('id'), floors), among(limit, floor('buildingId'), buildings)]
  if (floors.length === 0) return inBuilding
  return buildings.length === 0 ? own : or([own, inBuilding])
}

/**
 * Not by floors alone, if none was chosen: the group is then enough, and an index has it. The screen has the organization:
 * asked for it, too, SQLite reads the floors of all organizations.
 */
function isScreen(limit: Limit, screen: Row, places: Places): Condition {
  const inGroup = among(limit, screen('deviceGroupId'), places.groups)
  if (places.floors.length + places.buildings.length === 0) return inGroup
  const onFloor =
    places.buildings.length === 0
      ? among(limit, screen('floorId'), places.floors)
      : sql`${screen('floorId')} in (select own_floors.id from floors as own_floors
    where ${isFloor(limit, rowOf('own_floors'), places)})`
  return places.groups.length === 0 ? onFloor : or([inGroup, onFloor])
}

/** A column of the screens in reach. */
const ofScreens = (limit: Limit, column: string) =>
  sql`(select own_screens.${sql.ref(column)} from devices as own_screens
    where own_screens."organizationId" = ${limit.organizationId}
    and ${each(limit, (places) => isScreen(limit, rowOf('own_screens'), places))})`

const screens: PlacedRow = (limit, row) => each(limit, (places) => isScreen(limit, row, places))

/** Rows of a screen. One that another row leads to is looked up by its key; otherwise the screens lead to the rows. */
const ofScreen =
  (column: string): PlacedRow =>
  (limit, row, use) =>
    use === 'joined'
      ? sql`exists (select 1 from devices as own_screens where own_screens.id = ${row(column)}
          and ${screens(limit, rowOf('own_screens'), use)})`
      : sql`${row(column)} in ${ofScreens(limit, 'id')}`

/** A column of the rows of a table that are in reach. */
const near =
  (table: 'device_groups' | 'floors' | 'buildings', placed: PlacedRow, column = 'id') =>
  (limit: Limit, use: Use): Condition => {
    const row = rowOf(`near_${table}`)
    return sql`(select ${row(column)} from ${sql.table(table)} as ${sql.ref(`near_${table}`)}
      where ${row('organizationId')} = ${limit.organizationId} and ${placed(limit, row, use)})`
  }

const chosenGroups =
  (column: string): PlacedRow =>
  (limit, row) =>
    each(limit, ({ groups }) => among(limit, row(column), groups))

/** Screens on chosen floors may be in other groups, and those of chosen groups on other floors. */
const isByFloor = ({ reach }: Limit) =>
  reach.places.length > 1 ||
  reach.places.some(({ buildings, floors }) => buildings.length + floors.length > 0)
/** Otherwise all screens of a floor in reach are, too. */
export const isByGroup = ({ reach }: Limit) =>
  reach.places.length > 1 || reach.places.some(({ groups }) => groups.length > 0)
/** Whether floors and screens are in reach exactly if their building is. */
export const isByBuilding = (limit: Limit) => limit.reach.places.length === 1 && !isByPart(limit)
const isByPart = ({ reach }: Limit) =>
  reach.places.length > 1 || reach.places.some(({ floors, groups }) => floors.length + groups.length > 0)

const groups: PlacedRow = (limit, row, use) =>
  use === 'changed' || !isByFloor(limit)
    ? chosenGroups('id')(limit, row, use)
    : or([chosenGroups('id')(limit, row, use), sql`${row('id')} in ${ofScreens(limit, 'deviceGroupId')}`])

const nearGroups = near('device_groups', groups)

const chosenFloors = (limit: Limit, row: Row) => each(limit, (places) => isFloor(limit, row, places))
const floors: PlacedRow = (limit, row, use) =>
  use === 'changed' || !isByGroup(limit)
    ? chosenFloors(limit, row)
    : or([chosenFloors(limit, row), sql`${row('id')} in ${ofScreens(limit, 'floorId')}`])

export const nearFloors = near('floors', floors)

const chosenBuildings = (limit: Limit, row: Row) =>
  each(limit, (places) => among(limit, row('id'), places.buildings))
/** The building of a floor in reach can be read, too. */
const buildings: PlacedRow = (limit, row, use) =>
  use === 'changed' || !isByPart(limit)
    ? chosenBuildings(limit, row)
    : or([
        chosenBuildings(limit, row),
        sql`${row('id')} in ${near('floors', floors, 'buildingId')(limit, use)}`,
      ])

const ofTrigger: PlacedRow = (limit, row) =>
  sql`${row('triggerId')} in (select own_triggers.id from triggers as own_triggers
    where own_triggers."organizationId" = ${limit.organizationId}
    and ${chosenGroups('deviceGroupId')(limit, rowOf('own_triggers'), 'changed')})`

/** Takeovers that reach a screen in reach; to end one, all that it reaches must be. */
const takeovers: PlacedRow = (limit, row, use) => {
  const kind = limit.isPostgres
    ? sql`${row('targets')}::json ->> 'kind'`
    : sql`${row('targets')} ->> '$.kind'`
  const target = limit.isPostgres
    ? sql`json_array_elements_text(coalesce(${row('targets')}::json -> 'ids', '[]')) as target(value)`
    : sql`json_each(${row('targets')}, '$.ids') as target`
  const isReached = sql`case when ${kind} = 'groups'
    then target.value in ${nearGroups(limit, use)}
    else target.value in ${ofScreens(limit, 'id')} end`
  return use === 'changed'
    ? sql`(${kind} <> 'all' and not exists (select 1 from ${target} where not ${isReached}))`
    : sql`(${kind} = 'all' or exists (select 1 from ${target} where ${isReached}))`
}

const either =
  (column: string, other: string): PlacedRow =>
  (limit, row, use) =>
    or([ofScreen(column)(limit, row, use), sql`${row(other)} in ${nearGroups(limit, use)}`])

const nearGroup =
  (column: string): PlacedRow =>
  (limit, row, use) =>
    sql`(${row(column)} is null or ${row(column)} in ${nearGroups(limit, use)})`

const ofPlace: PlacedRow = (limit, row, use) =>
  or([
    ofScreen('deviceId')(limit, row, use),
    sql`${row('floorId')} in ${nearFloors(limit, use)}`,
    sql`${row('buildingId')} in ${near('buildings', buildings)(limit, use)}`,
  ])

/** Rows that hang on a place. A law names those of other tables. */
export const PLACED: Partial<Record<TableName, PlacedRow>> = {
  devices: screens,
  device_groups: groups,
  floors,
  buildings,
  device_states: ofScreen('id'),
  pictures: ofScreen('id'),
  play_screens: ofScreen('id'),
  floor_places: ofScreen('deviceId'),
  machine_keys: ofScreen('deviceId'),
  screen_updates: ofScreen('deviceId'),
  planned_switches: ofScreen('deviceId'),
  screen_values: ofPlace,
  answers: ofScreen('deviceId'),
  configuration_uses: either('deviceId', 'deviceGroupId'),
  /** The counts of all screens of a group. */
  deliveries: chosenGroups('groupId'),
  triggers: chosenGroups('deviceGroupId'),
  trigger_raises: ofTrigger,
  trigger_calls: ofTrigger,
  saved_versions: nearGroup('deviceGroupId'),
  takeovers,
  trash: (limit, row, use) =>
    sql`(${row('kind')} <> 'device-group' or ${chosenGroups('id')(limit, row, use)})`,
}
