import { player } from '@vitrine/contract/api/screens/player'
import { manifestTag } from '@vitrine/contract/player/manifest'
import { trimSlashes } from '@vitrine/contract/trim-slashes'
import { brandOf, siteAt } from '#accounts/site/queries.ts'
import { feature } from '#base/handler.ts'
import type { Platform } from '#base/platform.ts'
import { sendBlob } from '#blobs/send-blob.ts'
import { findFile } from '#content/media/queries.ts'
import type { Db } from '#db/schema.ts'
import type { Settings } from '#lib/env.ts'
import { AppError, notFound, tooManyRequests } from '#lib/errors.ts'
import { addressKey } from '#lib/http/address-key.ts'
import { networkOf } from '#lib/http/network-of.ts'
import { RateLimit } from '#lib/http/rate-limit.ts'
import { perServer } from '#lib/per-server.ts'
import { fileOfCopy } from '#playback/copies.ts'
import { isOfPackage } from '#playback/packages.ts'
import type { Publisher } from '#playback/publisher.ts'
import { claimedDevice, pairingOfSecret, rememberSeen, startPairing } from '#screens/pairings/queries.ts'
import { newPlay } from '#screens/plays/api.ts'
import type { PlayBook } from '#screens/plays/play-book.ts'
import type { PlayStore } from '#screens/plays/store/play-store.ts'
import { reportOf } from '#screens/reports/report.ts'
import type { Reports } from '#screens/reports/reports.ts'
import { relayAction } from './actions.ts'
import { newTicket, spendTicket } from './moves.ts'
import { takeLostFile } from './take-lost-file.ts'

const MINUTE = 60_000
/** Rate limit of pairings per address: a shop may start a hundred screens behind one address together. */
const STARTS_MS = 15 * MINUTE
const startsOf = perServer(
  ({ PAIRINGS_PER_ADDRESS }: Settings) => new RateLimit(PAIRINGS_PER_ADDRESS, STARTS_MS),
)
/** Seconds between unrequested screenshots, for up to a number of screens on this process. */
const PICTURE_SECONDS = 300
const PICTURES_FOR = 2000
/** Shorter than the timeouts of proxies. */
const WAIT_MS = 25_000

/** The response to a report saves a second request: the current tag and the time. */
async function onContact(publisher: Publisher, deviceId: string, serverTime: number) {
  const parts = await publisher.manifest(deviceId)
  const screens = Math.max(1, publisher.streams.size)
  return {
    serverTime,
    pictureSeconds: PICTURE_SECONDS * Math.ceil(screens / PICTURES_FOR),
    tag: parts ? manifestTag(parts.group.hash, parts.device.hash) : '',
  }
}

interface Needs extends Pick<Platform, 'clock' | 'settings' | 'origins' | 'tokens' | 'seal' | 'blobs'> {
  database: Db
  publisher: Publisher
  reports: Reports
  playBook: PlayBook
  playStore: PlayStore
}

export const playerFeature = feature(player, (services: Needs) => ({
  startPairing: async ({ db, body, request, clock }) => {
    const now = clock.now()
    const ofAddress = startsOf(services.settings)
    const address = addressKey(request.ip)
    ofAddress.check(address, now)
    ofAddress.hit(address, now)
    // A screen shows the host name that it used itself, which people around it can reach too.
    const site = await siteAt(db, request.hostname)
    const console = new URL(services.origins.console)
    if (site || !services.settings.PUBLIC_URL) console.hostname = request.hostname
    const pairing = await startPairing(
      db,
      body.screen,
      { ip: request.ip, hint: body.hint, network: networkOf(request) },
      now,
    )
    return { ...pairing, consoleUrl: trimSlashes(console.href), brand: brandOf(site) }
  },
  awaitPairing: async ({ db, body, reply, clock }) => {
    const { secret } = body
    const read = async () => {
      const pairing = await pairingOfSecret(db, secret, clock.now())
      if (!pairing) throw notFound('This code has expired')
      const claimed = pairing.deviceId && (await claimedDevice(db, services.tokens, pairing.deviceId, secret))
      return { pairing, claimed: claimed || null }
    }
    const { pairing } = await read()
    await rememberSeen(db, pairing, clock.now())
    // Listen before the deciding read, so that no claim is missed in between.
    const over = new AbortController()
    reply.raw.once('close', () => over.abort())
    const change = services.publisher.waiting.changeOf(pairing.id, WAIT_MS, over.signal)
    try {
      const { claimed } = await read()
      if (claimed) return { claimed }
      await change
      return { claimed: (await read()).claimed }
    } finally {
      over.abort()
    }
  },
  handOver: async ({ request, clock }) => {
    const token = request.headers.authorization?.replace(/^Bearer /i, '') ?? ''
    return { ticket: newTicket(services.seal, token, clock.now()) }
  },
  takeOver: async ({ db, body, clock }) => ({
    token: await spendTicket(db, services, body.ticket, clock.now()),
  }),
  manifest: async ({ device, request, reply, clock }) => {
    const parts = await services.publisher.manifest(device.deviceId)
    if (!parts) throw new AppError('DEVICE_UNPAIRED', 'This screen is no longer connected')
    const tag = manifestTag(parts.group.hash, parts.device.hash)
    reply.headers({ etag: tag, 'cache-control': 'private, no-cache' })
    if (request.headers['if-none-match'] === tag) await reply.code(304).send()
    return { ...parts, serverTime: clock.now() }
  },
  stream: async ({ device, reply }) => {
    await services.publisher.open(device.deviceId, () => {
      reply.hijack()
      return { response: reply.raw, headers: reply.getHeaders() }
    })
  },
  heartbeat: async ({ device, body, request, clock }) => {
    const now = clock.now()
    services.reports.add(reportOf(device, body, request.ip, now), body.revision)
    return onContact(services.publisher, device.deviceId, now)
  },
  beat: async ({ device, body, clock }) => {
    const now = clock.now()
    const isKnown = services.reports.beat(device.deviceId, body.revision, now)
    return { ...(await onContact(services.publisher, device.deviceId, now)), isKnown }
  },
  plays: async ({ device, body, clock }) => {
    const now = clock.now()
    const { keepDays } = services.playStore
    const rows = body.plays.flatMap((play) => newPlay(device, play, { now, keepDays }) ?? [])
    if (!(await services.playBook.add(device.deviceId, rows))) throw tooManyRequests(60)
    return { accepted: rows.length, refused: body.plays.length - rows.length }
  },
  picture: async ({ device, body, clock }) => {
    const now = clock.now()
    const { deviceId: id, organizationId } = device
    const { partial, takenAt, ...picture } = body
    // A screen with a wrong clock must not block later screenshots.
    const at = Math.min(now, Math.round(takenAt))
    await services.publisher.pictures.add({
      id,
      organizationId,
      ...picture,
      takenAt: at,
      partial: partial ? 1 : 0,
    })
    services.publisher.notifyAll([{ organizationId, devices: [id] }])
    return {}
  },
  commandDone: async ({ device, params, body }) => {
    services.publisher.commands.done(params.commandId, device.deviceId, body.ok, body.text)
    return {}
  },
  action: ({ device, body }) => relayAction(services, device, body),
  time: async ({ clock }) => ({ serverTime: clock.now() }),
  file: async ({ db, params, request, reply }) => {
    const { sha256 } = params
    const media = (await findFile(db, sha256)) ?? (await fileOfCopy(db, sha256))
    if (!media && !(await isOfPackage(db, sha256))) throw notFound("This screen doesn't use this file")
    const mimetype = media?.mimetype ?? 'application/octet-stream'
    return sendBlob(request, reply, services.blobs, { sha256, mimetype })
  },
  sendFile: ({ params, request, device }) =>
    takeLostFile(
      services,
      request,
      { userId: device.deviceId, organizationId: device.organizationId },
      params.sha256,
    ),
}))
