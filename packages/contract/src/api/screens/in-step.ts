import { z } from 'zod'
import { Id, IdParams, NamedOrganization } from '#api/entity.ts'
import { route } from '#route.ts'
import { STEP_KINDS } from './screen-report.ts'

const Apart = z.object({
  kind: z.enum(STEP_KINDS),
  /** Milliseconds between the first and the last screen of a moment: the median of all moments, and the 95th percentile. */
  p50: z.number(),
  p95: z.number(),
  moments: z.int(),
})

/** How exactly the screens of a group show the same thing together, by what they measured in the last half hour. */
export const InStep = z.object({
  /** Of those kinds that at least two screens measured at the same moment. */
  apart: z.array(Apart),
  /** Screens that measured a moment with another one. */
  screens: z.int(),
  /** Milliseconds by which the clock of one of them may be wrong either way; null when none says. */
  clockError: z.number().nullable(),
  /** The screen that is most often first or last, and how many milliseconds it is ahead or behind in the median. */
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
