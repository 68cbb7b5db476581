import { z } from 'zod'
import { Id, NamedOrganization } from '#api/entity.ts'
import { route } from '#route.ts'

/** Why a screen doesn't show the latest change yet. */
export const LAG_REASONS = ['offline', 'never-seen', 'downloading', 'waits-for-page', 'behind'] as const
export const DeliveryReport = z.object({
  /** Null: the screens of no group. */
  groupId: Id.nullable(),
  groupName: z.string().nullable(),
  /** When the newest was published; the instant from which it plays when that is later. */
  publishedAt: z.number(),
  activateAt: z.number().nullable(),
  screens: z.int(),
  /** Screens that hold all of it verified, and those that have shown a frame of it. */
  held: z.int(),
  shown: z.int(),
  /** Of those that show it: whose TV is off against the plan, or shows another input. */
  unseen: z.int(),
  /** Milliseconds from publishing to the first frame, of the screens that told; null when none did. */
  p50: z.number().nullable(),
  p95: z.number().nullable(),
  /** At most 20, the longest silent first. */
  lagging: z.array(
    z.object({ deviceId: Id, name: z.string(), why: z.enum(LAG_REASONS), missing: z.int(), total: z.int() }),
  ),
})
export type DeliveryReport = z.infer<typeof DeliveryReport>

export const deliveryRoutes = {
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
