import { z } from 'zod'
import { Id, NamedOrganization } from '#api/base/entity.ts'
import { StoryboardType } from '#api/content/storyboards.ts'
import { route } from '#route.ts'

export const FORECAST_DAYS = 14
/** Lists pages and media that end within this many days. */
export const ENDS_WITHIN_DAYS = 2

const Named = z.object({ id: Id, name: z.string() })
const NamedStoryboard = Named.extend({ type: StoryboardType })

/** Instants in milliseconds since 1970. */
export const ForecastGap = z.object({
  /**
   * `nothing`: screens show their clock and name. `replaced`: the default plays instead of a storyboard. `unsure`: nothing
   * shows while no condition of the storyboard holds.
   */
  kind: z.enum(['nothing', 'replaced', 'unsure']),
  group: Named.extend({ timezone: z.string() }),
  screens: z.int(),
  /** What should play; null when nothing is scheduled. */
  storyboard: NamedStoryboard.nullable(),
  /** Start of the first occurrence. */
  from: z.number(),
  until: z.number().nullable(),
  times: z.int(),
})
export type ForecastGap = z.infer<typeof ForecastGap>

/** A page, or media in a page's zones, of a storyboard that is scheduled. */
export const ForecastEnd = z.object({
  storyboard: NamedStoryboard,
  page: Named,
  /** How many media end; 0 when the page itself does. */
  media: z.int(),
  /** When the first one ends, in the local time of the group (`ShowSpan`). */
  to: z.number(),
})
export type ForecastEnd = z.infer<typeof ForecastEnd>

export const forecastRoute = route({
  method: 'GET',
  path: '/device-groups/forecast',
  summary: 'Get what will leave screens with nothing to show within 14 days, and what ends within 2 days',
  who: { read: 'device-groups' },
  query: z.object({ organizationId: NamedOrganization }),
  response: z.object({ gaps: z.array(ForecastGap), ending: z.array(ForecastEnd) }),
})
