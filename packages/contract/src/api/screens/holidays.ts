import { z } from 'zod'
import { NamedOrganization } from '#api/base/entity.ts'
import { date } from '#api/base/inputs.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'

/** Days per call: a month, and the weeks around it. */
export const HOLIDAY_DAYS_MAX = 62
/** The first and last day with known holidays. */
export const HOLIDAYS_FROM = '2000-01-01'
export const HOLIDAYS_TO = '2099-12-31'
const DAY = 86_400_000

/** Days as `YYYY-MM-DD`, both inclusive. */
const HolidayQuery = z
  .object({
    first: date().refine((day) => day >= HOLIDAYS_FROM, rule('invalid')),
    last: date().refine((day) => day <= HOLIDAYS_TO, rule('invalid')),
    /** `DE`; absent: the country in the organization's region. */
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, rule('invalid'))
      .optional(),
    /** Of the names: `de`, `en-GB`; absent: the organization's. */
    language: z
      .string()
      .max(20, rule('max', 20))
      .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, rule('invalid'))
      .optional(),
    organizationId: NamedOrganization,
  })
  .refine(
    ({ first, last }) => first <= last && Date.parse(last) - Date.parse(first) < HOLIDAY_DAYS_MAX * DAY,
    { path: ['last'], message: rule('invalid') },
  )

/** A public holiday, once for each of its days. */
export const Holiday = z.object({ day: z.string(), name: z.string() })
export type Holiday = z.infer<typeof Holiday>

export const holidaysRoute = route({
  method: 'GET',
  path: '/device-groups/holidays',
  summary: 'List the public holidays of a country, or of the organization, in up to 62 days',
  who: { read: 'device-groups' },
  query: HolidayQuery,
  response: z.object({
    /** Null: the organization's region has no country, or one without known holidays. */
    country: z.string().nullable(),
    /** In order of days. */
    holidays: z.array(Holiday),
    /** Countries with known holidays, as two letters. */
    countries: z.array(z.string()),
  }),
  budget: 'summaries',
})
