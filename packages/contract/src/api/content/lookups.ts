import { z } from 'zod'
import { route } from '#route.ts'

export const LookupEntry = z.object({ label: z.string(), value: z.union([z.string(), z.number()]) })
export type LookupEntry = z.infer<typeof LookupEntry>

export const lookups = {
  get: route({
    method: 'GET',
    path: '/lookups/:name',
    summary: 'Get a lookup list by name',
    who: { read: 'lookups' },
    params: z.object({ name: z.string().max(60) }),
    query: z.object({
      search: z.string().max(100).optional(),
      /** `cities` only: the city that this IANA time zone is named after, or else its largest. */
      timeZone: z.string().max(60).optional(),
    }),
    response: z.object({ data: z.array(LookupEntry) }),
  }),
}
