import type { Impact } from '@vitrine/contract/api/base/impact'
import { deviceGroups } from '@vitrine/contract/api/screens/device-groups'
import type { Change } from '#base/change.ts'
import { deletionBy, feature } from '#base/handler.ts'
import type { Platform } from '#base/platform.ts'
import { refuseMoreRows } from '#base/storage/queries.ts'
import { changeInheritedTags } from '#base/tags/api.ts'
import { listSaved } from '#base/versions/queries.ts'
import { missingOf } from '#content/pages/api.ts'
import { updateVersioned } from '#db/versions.ts'
import { impactOf, readPlays } from '#playback/impact/impact.ts'
import { withImpact } from '#screens/impact/api.ts'
import { loadForecast } from './forecast-queries.ts'
import { loadHolidays } from './holidays.ts'
import { loadInStep } from './in-step.ts'
import { listGroups } from './list-queries.ts'
import { createGroup, deleteGroup, type GroupChange, getGroup, groupsAmong, updateGroup } from './queries.ts'
import { scheduleOfVersion } from './versions.ts'

const changesOf = ({ id, schedule, devices }: GroupChange): Change[] => [
  ...(schedule ? [{ kind: 'group' as const, id }] : []),
  ...devices.map((device) => ({ kind: 'device' as const, id: device })),
]

const settleMsOf = (settings: Platform['settings']) => settings.SCHEDULE_SETTLE_SECONDS * 1000

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
  inStep: async ({ db, params, clock }) => {
    const now = clock.now()
    const { id } = await getGroup(db, params.id, now)
    return { inStep: await loadInStep(db, id, now) }
  },
  create: async (context) => {
    const { tenantDb, organizationFor, body, clock, changed } = context
    const organizationId = await organizationFor(body.organizationId)
    const db = tenantDb(organizationId)
    const change = await createGroup(db, organizationId, body, clock.now())
    await refuseMoreRows(db, 'device_groups', organizationId)
    changed(...changesOf(change))
    return { deviceGroup: await getGroup(db, change.id, clock.now()) }
  },
  update: async (context) => {
    const { params, query, body, clock, changed } = context
    const settleMs = settleMsOf(settings)
    const groups = { groupIds: [params.id] }
    let impact: Impact | undefined
    const deviceGroup = await updateVersioned(
      context,
      (db) => getGroup(db, params.id, clock.now()),
      async (db) => {
        const before = query.dryRun && (await readPlays(db, groups, clock.now()))
        changed(...changesOf(await updateGroup(db, params.id, body, settleMs, clock.now())))
        if (!before) return
        const after = await readPlays(db, groups, clock.now())
        const rules = after.schedules.get(params.id)?.slots.map(({ screens }) => screens) ?? []
        impact = {
          ...(await impactOf(db, { before, after, rules }, clock.now())),
          missing: await missingOf(db, after),
        }
      },
    )
    return { deviceGroup, impact }
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
        changed(...changesOf(await updateGroup(db, before.id, input, settleMs, clock.now())))
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
