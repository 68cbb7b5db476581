import { screenSites, webMedia } from '@vitrine/contract/api/content/web-media'
import { fillAddress } from '@vitrine/contract/sites/screen-address'
import { feature, prepare } from '#base/handler.ts'
import type { Platform } from '#base/platform.ts'
import { refuseMoreRows } from '#base/storage/queries.ts'
import { homeFolder, knownFolder } from '#content/media/folders.ts'
import type { Photographer } from '#content/media/photos/photographer.ts'
import { photoState } from '#content/media/photos/queries.ts'
import { getMedia } from '#content/media/queries.ts'
import { updateVersioned } from '#db/versions.ts'
import type { Settings } from '#lib/env.ts'
import { rowsOfScreen } from '#playback/values.ts'
import { checkPage, PageChecks, unlooked } from './page-check.ts'
import { createWebPage, getWebPage, updateWebPage, webPageOf } from './queries.ts'

type Looking = Pick<Platform, 'settings' | 'clock' | 'origins'>
type Photographing = Pick<Platform, 'seal'> & { photographer: Pick<Photographer, 'isPossible' | 'now'> }

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

export const webMediaFeature = feature(webMedia, (services: Looking & Photographing) => ({
  look: async ({ body, session }) => {
    // Without a screen, only what screens without values open can be checked.
    const address = fillAddress(body.address, () => undefined)
    return {
      check: address === undefined ? unlooked(body.address) : await checksOf(services).now(address, session),
    }
  },
  create: async ({ db, organizationFor, tenantDb, body, clock }) => {
    const folderId = body.folderId || (await homeFolder(db))
    const folder = folderId ? await knownFolder(db, folderId) : undefined
    const organizationId = folder?.organizationId ?? (await organizationFor(body.organizationId))
    const own = tenantDb(organizationId)
    const saving = { own, seal: services.seal, now: clock.now() }
    const id = await createWebPage(own, organizationId, { ...body, folderId }, saving)
    await refuseMoreRows(db, 'media', organizationId)
    return { media: await getMedia(db, id) }
  },
  update: async (context) => {
    const { params, body, clock, changed, tenantDb } = context
    const media = await updateVersioned(
      context,
      (db) => getWebPage(db, params.id),
      (db, media) => {
        const saving = { own: tenantDb(media.organizationId), seal: services.seal, now: clock.now() }
        return updateWebPage(db, media, body, saving)
      },
    )
    changed({ kind: 'content', id: media.id })
    return { media }
  },
  photo: async ({ db, tenantDb, params }) => {
    const { id, organizationId } = await getWebPage(db, params.id)
    return { photo: await photoState(tenantDb(organizationId), id, services.photographer.isPossible) }
  },
  photograph: async ({ db, tenantDb, params }) => {
    const { id, organizationId } = await getWebPage(db, params.id)
    await services.photographer.now(organizationId, id)
    return { photo: await photoState(tenantDb(organizationId), id, services.photographer.isPossible) }
  },
}))

export const screenSitesFeature = feature(screenSites, (services: Looking) => ({
  check: prepare(
    async ({ tenantDb, db, params, device }) => {
      const { address } = await webPageOf(db, params.mediaId)
      const rows = await rowsOfScreen(tenantDb(device.organizationId), device, address)
      return { address, filled: fillAddress(address, rows) }
    },
    async (context, { address, filled }) => {
      const { organizationId, deviceId: userId } = context.device
      if (filled === undefined) return { check: unlooked(address) }
      return { check: await checksOf(services).soon(filled, { organizationId, userId }) }
    },
  ),
}))
