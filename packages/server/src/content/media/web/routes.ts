import { screenSites, webMedia } from '@vitrine/contract/api/content/web-media'
import { feature, prepare } from '#base/handler.ts'
import type { Platform } from '#base/platform.ts'
import { refuseMoreRows } from '#base/storage/queries.ts'
import { knownFolder } from '#content/media/folders.ts'
import { getMedia } from '#content/media/queries.ts'
import { updateVersioned } from '#db/versions.ts'
import { isoTime } from '#lib/clock.ts'
import type { Settings } from '#lib/env.ts'
import { checkPage, PageChecks } from './page-check.ts'
import { createWebPage, getWebPage, updateWebPage, webPageOf } from './queries.ts'

type Looking = Pick<Platform, 'settings' | 'clock' | 'origins'>

const checks = new WeakMap<Settings, PageChecks>()
function checksOf({ settings, clock, origins }: Looking): PageChecks {
  const { LOCAL_HOSTS: localHosts } = settings
  const playerOrigin = new URL(origins.player).origin
  const look = (address: string, signal: AbortSignal) =>
    checkPage(address, { localHosts, playerOrigin, signal })
  const known = checks.get(settings) ?? new PageChecks(clock, look)
  checks.set(settings, known)
  return known
}

export const webMediaFeature = feature(webMedia, (services: Looking) => ({
  look: async (context) => ({ check: await checksOf(services).now(context.body.address, context.session) }),
  create: async ({ db, organizationFor, tenantDb, body, clock }) => {
    const folder = body.folderId ? await knownFolder(db, body.folderId) : undefined
    const organizationId = folder?.organizationId ?? (await organizationFor(body.organizationId))
    const id = await createWebPage(tenantDb(organizationId), organizationId, body, isoTime(clock.now()))
    await refuseMoreRows(db, 'media', organizationId)
    return { media: await getMedia(db, id) }
  },
  update: async (context) => {
    const { params, body, clock, changed } = context
    const media = await updateVersioned(
      context,
      (db) => getWebPage(db, params.id),
      (db, media) => updateWebPage(db, media, body, isoTime(clock.now())),
    )
    changed({ kind: 'content', id: media.id })
    return { media }
  },
}))

export const screenSitesFeature = feature(screenSites, (services: Looking) => ({
  check: prepare(
    ({ db, params }) => webPageOf(db, params.mediaId),
    async (context, { address }) => {
      const { organizationId, deviceId: userId } = context.device
      return { check: await checksOf(services).soon(address, { organizationId, userId }) }
    },
  ),
}))
