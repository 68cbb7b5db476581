import { z } from 'zod'
import { route } from '#route.ts'

/** The brand of the organization whose host name was called. */
export const SiteBrand = z.object({
  name: z.string(),
  primary: z.string(),
  /** Changes with the picture, which the route of logos sends; null: there is none. */
  logo: z.string().nullable(),
})

/** What strangers may know of the address that they opened, and of no other. Without a brand, it is the server's own. */
const Site = z.object({
  brand: SiteBrand.nullable(),
  /** Whether people can log in through a provider here; not which organizations have one. */
  hasProvider: z.boolean(),
})
export type Site = z.infer<typeof Site>

/** Of the console. */
export const site = {
  get: route({
    method: 'GET',
    path: '/site',
    summary: 'Get the brand of the address that was called',
    who: 'public',
    response: Site,
  }),
  logo: route({
    method: 'GET',
    path: '/site/logo',
    summary: 'Get the logo of the address that was called',
    who: 'public',
    response: 'file',
    errors: ['NOT_FOUND'],
  }),
}

/** The same of the player, on its own origin: for the code of a screen that isn't connected yet. */
export const screenSite = {
  logo: route({
    method: 'GET',
    path: '/player/site/logo',
    summary: "Get the logo of the player's address that was called",
    who: 'public',
    response: 'file',
    errors: ['NOT_FOUND'],
  }),
}
