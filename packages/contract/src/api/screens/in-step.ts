import { z } from 'zod'
import { Id, IdParams, NamedOrganization } from '#api/base/entity.ts'
import { route } from '#route.ts'
import { STEP_KINDS } from './screen-report.ts'

const Apart = z.object({
  kind: z.enum(STEP_KINDS),
  /** Milliseconds between the first and last screen at one instant: the median and the 95th percentile. */
  p50: z.number(),
  p95: z.number(),
  moments: z.int(),
})

/** How closely a group's screens are synchronized, measured over the last half hour. */
export const InStep = z.object({
  /** Only kinds that at least two screens measured at the same instant. */
  apart: z.array(Apart),
  /** Screens that share a measured instant with another screen. */
  screens: z.int(),
  /** Uncertainty of the screens' clocks, ± milliseconds; null if unknown. */
  clockError: z.number().nullable(),
  /** The screen that is most often first or last, and its median lead or lag in milliseconds. */
  furthest: z.object({ id: Id, name: z.string(), ms: z.number() }).nullable(),
})
export type InStep = z.infer<typeof InStep>

export const inStepRoute = route({
  method: 'GET',
  path: '/device-groups/:id/in-step',
  summary: 'Get how many milliseconds apart the screens of a group are',
  who: { read: 'device-groups' },
  params: IdParams,
  query: z.object({ organizationId: NamedOrganization }),
  response: z.object({ inStep: InStep }),
})
