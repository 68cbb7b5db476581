import type { Impact } from '@vitrine/contract/api/base/impact'
import { deviceGroups } from '@vitrine/contract/api/screens/device-groups'
import type { Filling } from '@vitrine/contract/api/screens/group-rule'
import type { Change } from '#base/change.ts'
import { deletionBy, feature, type RuleMove } from '#base/handler.ts'
import type { Platform } from '#base/platform.ts'
import { refuseMoreRows } from '#base/storage/queries.ts'
import { changeInheritedTags } from '#base/tags/api.ts'
import { listSaved } from '#base/versions/queries.ts'
import { faultsOf, misfitsOf } from '#content/pages/api.ts'
import type { Db } from '#db/schema.ts'
import { scoped, tenantOf } from '#db/scoped.ts'
import { updateVersioned } from '#db/versions.ts'
import { impactOf, type Plays, readPlays } from '#playback/impact/impact.ts'
import { layerChanges } from '#playback/impact/layer-changes.ts'
import { playingsOf } from '#playback/schedules/group-schedules.ts'
import { comingInGroup } from '#screens/coming/api.ts'
import { fillingOf } from '#screens/group-rules/api.ts'
import { fillGroups, hasGroupRules } from '#screens/group-rules/queries.ts'
import { only, withImpact, withMoved } from '#screens/impact/api.ts'
import { loadForecast } from './forecast-queries.ts'
import { loadHolidays } from './holidays.ts'
import { loadInStep } from './in-step.ts'
import { listGroups } from './list-queries.ts'
import { createGroup, deleteGroup, type GroupChange, getGroup, groupsAmong, updateGroup } from './queries.ts'
import { authorOfRule } from './rule-input.ts'
import { scheduleOfVersion } from './versions.ts'

const changesOf = ({ id, schedule, devices }: GroupChange): Change[] => [
  ...(schedule ? [{ kind: 'group' as const, id }] : []),
  ...devices.map((device) => ({ kind: 'device' as const, id: device })),
]

const settleMsOf = (settings: Platform['settings']) => settings.SCHEDULE_SETTLE_SECONDS * 1000

/** Moves screens as a saved group's rule wants, and in a dry run says which. */
async function fillFrom(
  db: Db,
  { id, rule, isAsked }: Pick<GroupChange, 'id' | 'rule'> & { isAsked: boolean },
  now: number,
) {
  if (!rule && !(await hasGroupRules(db))) return { moves: [] }
  const filling = isAsked ? { filling: await fillingOf(db, id, now) } : {}
  return { moves: await fillGroups(db, now), ...filling }
}

interface Updated {
  id: string
  before: Plays
  moves: readonly RuleMove[]
}

async function impactOfUpdate(db: Db, { id, before, moves }: Updated, now: number): Promise<Impact> {
  const was = await withMoved(db, before, moves, now)
  const groupIds = [...new Set([id, ...moves.flatMap(({ to }) => to?.id ?? [])])]
  const read = await readPlays(db, { groupIds }, now)
  const own = read.screens.filter(({ deviceGroupId }) => deviceGroupId === id)
  const after = only(read, [...was.screens, ...own])
  const schedule = after.schedules.get(id)
  const rules = schedule ? playingsOf(schedule).map(({ screens }) => screens) : []
  return {
    ...(await impactOf(db, { before: was, after, rules }, now)),
    ...(await faultsOf(db, after)),
    ...layerChanges(id, { before: was, after }),
  }
}

export const deviceGroupsFeature = feature(deviceGroups, ({ settings }: Pick<Platform, 'settings'>) => ({
  // Counting the screens of a large group takes longer than other calls may wait.
  list: ({ reader, query, clock }) => listGroups(reader, query, clock.now()),
  forecast: ({ reader, clock }) => loadForecast(reader, clock.now()),
  holidays: async ({ organizationFor, tenantReader, query, session }) => {
    const organizationId = await organizationFor(query.organizationId)
    return loadHolidays(tenantReader(organizationId), { organizationId, userId: session.userId }, query)
  },
  get: async (context) => ({
    deviceGroup: await getGroup(context.db, context.params.id, context.clock.now()),
  }),
  fit: async ({ db, params, clock }) => {
    const { id } = await getGroup(db, params.id, clock.now())
    return { misfits: await misfitsOf(db, await readPlays(db, { groupIds: [id] }, clock.now())) }
  },
  inStep: async ({ db, params, clock }) => {
    const now = clock.now()
    const { id } = await getGroup(db, params.id, now)
    return { inStep: await loadInStep(db, id, now) }
  },
  coming: async ({ db, tenantReader, params, query, clock }) => {
    const now = clock.now()
    const { id, organizationId } = await getGroup(db, params.id, now)
    const { from = now, minutes } = query
    return { coming: await comingInGroup(tenantReader(organizationId), id, { from, minutes }) }
  },
  create: async (context) => {
    const { tenantDb, organizationFor, body, clock, changed } = context
    const organizationId = await organizationFor(body.organizationId)
    const db = tenantDb(organizationId)
    const change = await createGroup(db, organizationId, body, authorOfRule(context.session), clock.now())
    await refuseMoreRows(db, 'device_groups', organizationId)
    changed(...changesOf(change))
    if (change.rule) context.movedByRule(...(await fillGroups(db, clock.now())))
    return { deviceGroup: await getGroup(db, change.id, clock.now()) }
  },
  update: async (context) => {
    const { params, query, body, clock, changed } = context
    const saving = { settleMs: settleMsOf(settings), now: clock.now(), author: authorOfRule(context.session) }
    const groups = { groupIds: [params.id] }
    let answer: { impact?: Impact; filling?: Filling } = {}
    const deviceGroup = await updateVersioned(
      context,
      (db) => getGroup(db, params.id, clock.now()),
      async (db) => {
        const before = query.dryRun && (await readPlays(db, groups, clock.now()))
        const change = await updateGroup(db, params.id, body, saving)
        changed(...changesOf(change))
        const moved = await fillFrom(
          db,
          { ...change, isAsked: query.dryRun !== undefined && body.rule !== undefined },
          clock.now(),
        )
        context.movedByRule(...moved.moves)
        if (!before) return
        answer = {
          impact: await impactOfUpdate(db, { id: params.id, before, ...moved }, clock.now()),
          ...moved,
        }
      },
    )
    return { deviceGroup, impact: answer.impact, filling: answer.filling }
  },
  filling: async ({ db, reader, params, clock }) => {
    const { organizationId } = await getGroup(db, params.id, clock.now())
    const own = tenantOf(reader) === undefined ? scoped(reader, organizationId) : reader
    return { filling: await fillingOf(own, params.id, clock.now()) }
  },
  versions: async ({ db, params, clock }) => {
    const { id } = await getGroup(db, params.id, clock.now())
    return { versions: await listSaved(db, 'device-group', id) }
  },
  restore: async (context) => {
    const { params, body, clock, changed } = context
    const settleMs = settleMsOf(settings)
    const deviceGroup = await updateVersioned(
      context,
      (db) => getGroup(db, params.id, clock.now()),
      async (db, before) => {
        const input = { ...(await scheduleOfVersion(db, before, params.version)), version: body.version }
        changed(...changesOf(await updateGroup(db, before.id, input, { settleMs, now: clock.now() })))
      },
    )
    return { deviceGroup }
  },
  remove: async (context) => {
    const { db, tenantDb, params, clock, changed } = context
    const group = await getGroup(db, params.id, clock.now())
    const { id, organizationId } = group
    await deleteGroup(tenantDb(organizationId), group, deletionBy(context))
    changed({ kind: 'group', id })
    return { id }
  },
  tagMany: (context) =>
    withImpact(context, { groups: context.body.ids }, () =>
      changeInheritedTags(context, { kind: 'device-group', itemsOf: groupsAmong }),
    ),
}))
