import { screenSite, site } from '@vitrine/contract/api/accounts/site'
import { feature, type Handler } from '#base/handler.ts'
import type { Platform } from '#base/platform.ts'
import { sendBlob } from '#blobs/send-blob.ts'
import { notFound } from '#lib/errors.ts'
import { brandOf, hasProvider, siteAt } from './queries.ts'

type Needs = Pick<Platform, 'blobs'>

/** The address stays the same when the logo changes: browsers ask each time whether it did. */
const CHANGING = { 'cache-control': 'private, no-cache' }

const sendLogo =
  ({ blobs }: Needs): Handler<typeof site.logo> & Handler<typeof screenSite.logo> =>
  async ({ db, request, reply }) => {
    const logo = (await siteAt(db, request.hostname))?.logo
    if (!logo) throw notFound('This address has no logo')
    return sendBlob(request, reply, blobs, { ...logo, headers: CHANGING })
  }

export const siteFeature = feature(site, (services: Needs) => ({
  get: async ({ db, request }) => {
    const found = await siteAt(db, request.hostname)
    return { brand: brandOf(found), hasProvider: await hasProvider(db, found?.organizationId) }
  },
  logo: sendLogo(services),
}))

export const screenSiteFeature = feature(screenSite, (services: Needs) => ({
  logo: sendLogo(services),
}))
