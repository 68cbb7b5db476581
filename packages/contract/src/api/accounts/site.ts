import { z } from 'zod'
import { route } from '#route.ts'

/** What strangers may know of the address that they opened, and of no other. */
const Site = z.object({
  /** The brand of the organization whose address it is; null: the server's own. */
  brand: z
    .object({
      name: z.string(),
      primary: z.string(),
      /** Changes with the picture, which `logo` sends; null: there is none. */
      logo: z.string().nullable(),
    })
    .nullable(),
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

/** The same of the player, on its own origin, before a screen is connected. */
export const screenSite = {
  get: route({
    method: 'GET',
    path: '/player/site',
    summary: "Get the brand of the player's address that was called",
    who: 'public',
    response: Site.pick({ brand: true }),
  }),
  logo: route({
    method: 'GET',
    path: '/player/site/logo',
    summary: "Get the logo of the player's address that was called",
    who: 'public',
    response: 'file',
    errors: ['NOT_FOUND'],
  }),
}
