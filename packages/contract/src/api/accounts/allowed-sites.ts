import { z } from 'zod'
import { Id, IdAnswer, IdParams, ListQuery, OrganizationHint } from '#api/base/entity.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'
import { readSite } from '#sites/allowed-sites.ts'

/** A site that screens of the organization may open, with its subdomains. `*` is every site. */
export const AllowedSite = z.object({ id: Id, host: z.string(), organizationId: Id })
export type AllowedSite = z.infer<typeof AllowedSite>

export const AllowedSiteInput = z.object({
  /** A host, or a URL whose host is used. */
  host: z
    .string({ error: rule('required') })
    .max(2000, rule('max', 2000))
    .transform((typed, context) => {
      const site = readSite(typed)
      if (site === undefined)
        context.addIssue({ code: 'custom', message: typed.trim() ? rule('url') : rule('required') })
      return site ?? ''
    }),
  organizationId: Id.optional(),
})

export const allowedSites = {
  list: route({
    method: 'GET',
    path: '/allowed-sites',
    summary: 'List the sites that screens may open: web pages, streams, and links',
    who: { read: 'media' },
    query: ListQuery.pick({ organizationId: true }),
    response: z.object({ sites: z.array(AllowedSite) }),
  }),
  add: route({
    method: 'POST',
    path: '/allowed-sites',
    summary: 'Allow a site; adding it again changes nothing',
    event: 'site.allowed',
    who: { write: 'own-organization' },
    body: AllowedSiteInput,
    response: z.object({ site: AllowedSite }),
    status: 201,
  }),
  remove: route({
    method: 'DELETE',
    path: '/allowed-sites/:id',
    summary: 'Remove a site from the list',
    who: { write: 'own-organization' },
    params: IdParams,
    body: OrganizationHint,
    response: IdAnswer,
  }),
}
