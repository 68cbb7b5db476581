import { deviceGroups } from '@vitrine/contract/device-groups'
import { feature, type Services } from '#features/handler.ts'
import { notFound } from '#lib/errors.ts'
import type { Change } from '#publishing/publisher.ts'
import {
  createGroup,
  deleteGroup,
  type GroupChange,
  getGroup,
  listGroups,
  type Seen,
  updateGroup,
} from './queries.ts'

const seenBy = ({ publisher, clock }: Pick<Services, 'publisher' | 'clock'>): Seen => ({
  reports: publisher.reports,
  now: clock.now(),
})

const changesOf = ({ id, schedule, devices }: GroupChange): Change[] => [
  ...(schedule ? [{ kind: 'group' as const, id }] : []),
  ...devices.map((device) => ({ kind: 'device' as const, id: device })),
]

export const deviceGroupsFeature = feature(deviceGroups, {
  list: (context) => listGroups(context.db, context.query, seenBy(context)),
  get: async (context) => ({
    deviceGroup: await getGroup(context.db, context.params.id, seenBy(context)),
  }),
  create: async (context) => {
    const { within, organizationFor, body, clock, changed } = context
    const organizationId = await organizationFor(body.organizationId)
    const db = within(organizationId)
    const change = await createGroup(db, organizationId, body, clock.now())
    changed(...changesOf(change))
    return { deviceGroup: await getGroup(db, change.id, seenBy(context)) }
  },
  update: async (context) => {
    const { db, within, params, body, clock, settings, changed } = context
    const { organizationId } = await getGroup(db, params.id, seenBy(context))
    const settleMs = settings.SCHEDULE_SETTLE_SECONDS * 1000
    const change = await updateGroup(within(organizationId), params.id, body, settleMs, clock.now())
    changed(...changesOf(change))
    return { deviceGroup: await getGroup(db, params.id, seenBy(context)) }
  },
  remove: async (context) => {
    const { db, params, body, changed } = context
    const { id, organizationId } = await getGroup(db, params.id, seenBy(context))
    if (body?.organizationId && body.organizationId !== organizationId) throw notFound()
    await deleteGroup(db, id)
    changed({ kind: 'group', id })
    return { id }
  },
})
