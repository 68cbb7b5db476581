import { SCREEN_SIZES, type ScreenSize } from '@vitrine/contract/api/content/layouts'
import type { ScreenFacts } from '@vitrine/contract/api/screens/screen-report'
import {
  type Filled,
  type Filling,
  fillOf,
  type GroupRule,
  inRank,
  type RuledGroup,
  type RuledScreen,
} from '@vitrine/contract/schedule/group-rule'
import { NO_TRAITS } from '@vitrine/contract/schedule/screen-rule'
import { sql } from 'kysely'
import type { RuleMove } from '#base/handler.ts'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { whole } from '#db/scoped.ts'
import { isoTime } from '#lib/clock.ts'
import { slices } from '#lib/work/slices.ts'
import { traitsOf } from '#playback/schedules/traits.ts'

interface NamedGroup extends RuledGroup {
  name: string
}

export interface LoadedFilling extends Filling {
  groups: ReadonlyMap<string, NamedGroup>
}

/** A screen whose place or reason a rule changes. */
export interface FilledScreen {
  id: string
  name: string
  organizationId: string
  screen: RuledScreen
  filled: Filled
}

export const ruleOf = (text: string | null): GroupRule | null =>
  text === null ? null : (JSON.parse(text) as GroupRule)

/** Whether a group has a rule, or a person keeps a screen somewhere: if not, there is nothing to decide. */
export async function hasGroupRules(db: Db): Promise<boolean> {
  const found = whole(db).selectFrom('device_groups').select('id').where('rule', 'is not', null).limit(1)
  return (await found.executeTakeFirst()) !== undefined
}

/** Whether the schedule as last saved names a storyboard. Its text is read by the database: schedules are long. */
const plays = sql<number>`case when coalesce("nextProgramme", "programme") like '%"storyboardId":"%'
  or coalesce("nextProgramme", "programme") like '%"defaultStoryboardId":"%' then 1 else 0 end`

/** `db` is bound to one organization; rules decide about all of it, whatever the caller reaches. */
export async function loadRules(db: Db, now: number): Promise<LoadedFilling> {
  const rows = await whole(db)
    .selectFrom('device_groups')
    .select(['id', 'name', 'createdAt', 'rule', plays.as('plays')])
    .execute()
  const groups = new Map(
    rows.map((row): [string, NamedGroup] => [
      row.id,
      { ...row, rule: ruleOf(row.rule), plays: Number(row.plays) === 1 },
    ]),
  )
  return { groups, ranked: inRank(groups.values()), now }
}

/** Where these screens belong, or all of the organization. Ones that stay as they are, too. */
export async function decideScreens(
  db: Db,
  filling: LoadedFilling,
  ids?: readonly string[],
): Promise<FilledScreen[]> {
  const all = whole(db)
  const rows = await all
    .selectFrom('devices')
    .leftJoin('device_states', 'device_states.id', 'devices.id')
    .leftJoin('floors', 'floors.id', 'devices.floorId')
    .select(['devices.id', 'devices.name', 'devices.organizationId', 'devices.floorId'])
    .select(['devices.type', 'devices.screenSize'])
    .select(['devices.deviceGroupId', 'devices.ruleGroupId', 'devices.cameFrom', 'devices.pinnedTo'])
    .select(['device_states.screen', 'device_states.lastSeenAt', 'floors.buildingId'])
    .$if(ids !== undefined, (query) =>
      query.where(
        'devices.id',
        'in',
        anyOf(
          all,
          (ids ?? []).map((id) => ({ id })),
        ),
      ),
    )
    .orderBy('devices.nameOrder')
    .orderBy('devices.id')
    .execute()
  // Without the tags of their groups: a rule that puts a screen into a group can't ask which group it is in.
  const traits = await traitsOf(
    all,
    rows.map(({ id, floorId }) => ({ id, floorId, deviceGroupId: null })),
  )
  const factsOf = parsedOnce()
  return rows.map(({ id, name, organizationId, screen: reported, ...row }) => {
    const facts = reported === null ? null : factsOf(reported)
    const { width, height } = SCREEN_SIZES[row.screenSize as ScreenSize]
    const { type, screenSize, floorId, buildingId, ruleGroupId, cameFrom, pinnedTo } = row
    const screen: RuledScreen = {
      ...{ type, screenSize, floorId, buildingId, ruleGroupId, cameFrom, pinnedTo },
      traits: traits.get(id) ?? NO_TRAITS,
      pixels: facts && { width: facts.width, height: facts.height },
      isUpright: height > width,
      machine: facts?.userAgent ?? '',
      seenAt: row.lastSeenAt,
      groupId: row.deviceGroupId,
    }
    return { id, name, organizationId, screen, filled: fillOf(screen, filling) }
  })
}

/** Many screens report the same. */
function parsedOnce(): (json: string) => ScreenFacts {
  const known = new Map<string, ScreenFacts>()
  return (json) => {
    const parsed = known.get(json) ?? (JSON.parse(json) as ScreenFacts)
    known.set(json, parsed)
    return parsed
  }
}

/** Rows per update. */
const AT_ONCE = 500

/**
 * Puts screens where rules want them, and notes why they are there: these, or all of the organization. In the transaction of
 * what changed. Returns those that moved; the caller announces them.
 */
export async function fillGroups(db: Db, now: number, ids?: readonly string[]): Promise<RuleMove[]> {
  const filling = await loadRules(db, now)
  const decided = await decideScreens(db, filling, ids)
  const changed = decided.filter(({ screen, filled }) => stateOf(screen) !== stateOf(filled))
  const alike = Map.groupBy(changed, ({ screen, filled }) => `${screen.groupId} ${stateOf(filled)}`)
  for (const same of alike.values()) {
    const [first] = same
    if (!first) continue
    const { groupId, ruleGroupId, cameFrom, pinnedTo } = first.filled
    const from = first.screen.groupId
    for (const some of slices(same, AT_ONCE))
      await whole(db)
        .updateTable('devices')
        .set({ deviceGroupId: groupId, ruleGroupId, cameFrom, pinnedTo, updatedAt: isoTime(now) })
        .where('id', 'in', anyOf(db, some))
        // Someone may have moved it in the meantime.
        .where('deviceGroupId', from === null ? 'is' : '=', from)
        .execute()
  }
  const named = (id: string | null) => {
    const group = filling.groups.get(id ?? '')
    return group ? { id: group.id, name: group.name } : null
  }
  return changed.flatMap(({ id, name, organizationId, screen, filled }): RuleMove[] => {
    const by = named(filled.by)
    if (screen.groupId === filled.groupId || !by) return []
    return [{ id, name, organizationId, from: named(screen.groupId), to: named(filled.groupId), by }]
  })
}

const stateOf = (of: Pick<RuledScreen, 'groupId' | 'ruleGroupId' | 'cameFrom' | 'pinnedTo'>): string =>
  JSON.stringify([of.groupId, of.ruleGroupId, of.cameFrom, of.pinnedTo])
