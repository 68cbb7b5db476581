import { z } from 'zod'
import { Id, NamedOrganization, RequestedInstant } from '#api/base/entity.ts'
import { TruthCounts } from '#api/screens/truth.ts'
import { route } from '#route.ts'

/** Why a screen doesn't show the latest change yet. */
export const LAG_REASONS = [
  'offline',
  'late',
  'never-seen',
  'downloading',
  'waits-for-page',
  'behind',
] as const
export const DeliveryReport = z.object({
  /** Null: screens without a group. */
  groupId: Id.nullable(),
  groupName: z.string().nullable(),
  /** When the latest change was published or, if later, takes effect. */
  publishedAt: z.number(),
  activateAt: z.number().nullable(),
  screens: z.int(),
  /** Screens that have verified all of it, and screens that have shown a frame of it. */
  held: z.int(),
  shown: z.int(),
  ...TruthCounts.shape,
  /** Of those that show it: screens whose TV is off during its hours or shows another input. */
  unseen: z.int(),
  /** Milliseconds from publishing to the first frame, of the screens that reported it; null if none did. */
  p50: z.number().nullable(),
  p95: z.number().nullable(),
  /** At most 20, longest without a report first. */
  lagging: z.array(
    z.object({ deviceId: Id, name: z.string(), why: z.enum(LAG_REASONS), missing: z.int(), total: z.int() }),
  ),
})
export type DeliveryReport = z.infer<typeof DeliveryReport>

/**
 * How changes of groups reached their screens. A screen counts once for each change, in the hour in which the change was
 * published: `[hour since 1970 UTC, changes, screens, shown, shown within 10 s, within 1 min, within 10 min]`.
 */
export const DeliveryHour = z.tuple([z.int(), z.int(), z.int(), z.int(), z.int(), z.int(), z.int()])
export type DeliveryHour = z.infer<typeof DeliveryHour>

/** `from` inclusive, `to` exclusive, in milliseconds. */
const HistoryQuery = z.object({
  from: RequestedInstant.optional(),
  to: RequestedInstant.optional(),
  deviceGroupId: Id.optional(),
  organizationId: NamedOrganization,
})
export type HistoryQuery = z.infer<typeof HistoryQuery>

export const deliveryRoutes = {
  /** Of the last 90 days, oldest first, without empty hours. */
  deliveryHistory: route({
    method: 'GET',
    path: '/devices/deliveries/history',
    summary: 'Get how many screens showed changes, and how fast, per hour',
    who: { read: 'devices' },
    query: HistoryQuery,
    response: z.object({ hours: z.array(DeliveryHour) }),
    budget: 'summaries',
  }),
  /** The first line has the column names; times are ISO 8601 in UTC. One line per change of a group, newest first. */
  exportDeliveries: route({
    method: 'GET',
    path: '/devices/deliveries/export',
    summary: 'Export deliveries as CSV',
    who: { read: 'devices' },
    query: HistoryQuery,
    response: 'file',
    budget: 'exports',
  }),
  /** By device group. */
  deliveries: route({
    method: 'GET',
    path: '/devices/deliveries',
    summary: 'Get the delivery status of the latest change',
    who: { read: 'devices' },
    query: z.object({ organizationId: NamedOrganization }),
    response: z.object({ deliveries: z.array(DeliveryReport) }),
  }),
}
