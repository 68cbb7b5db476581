import { manifestTag } from '@vitrine/contract/manifest'
import { player } from '@vitrine/contract/player'
import { sendBlob } from '#blobs/send-blob.ts'
import { feature } from '#features/handler.ts'
import { AppError, notFound } from '#lib/errors.ts'
import { RateLimit } from '#lib/rate-limit.ts'
import { reportOf } from '#publishing/reports.ts'
import { claimedDevice, pairingOfSecret, rememberSeen, startPairing, tooMany } from './queries.ts'

const MINUTE = 60_000
/** A shop with a hundred screens behind one address may start them all at once. */
const startsOfAddress = new RateLimit(200, 15 * MINUTE)
const startsInTotal = new RateLimit(2000, 15 * MINUTE)
/** Shorter than proxies let a request wait. */
const WAIT_MS = 25_000

export const playerFeature = feature(player, {
  startPairing: async ({ db, body, request, clock, settings, origins }) => {
    const now = clock.now()
    if (startsOfAddress.isReached(request.ip, now) || startsInTotal.isReached('', now)) throw tooMany()
    startsOfAddress.hit(request.ip, now)
    startsInTotal.hit('', now)
    // A screen shows the address that it came to itself, which is one that people around it reach too.
    const console = new URL(origins.console)
    if (!settings.PUBLIC_URL) console.hostname = request.hostname
    const pairing = await startPairing(db, body.screen, request.ip, now)
    return { ...pairing, consoleUrl: console.href.replace(/\/+$/, '') }
  },
  awaitPairing: async ({ db, body, publisher, reply, clock }) => {
    const { secret } = body
    const read = async () => {
      const pairing = await pairingOfSecret(db, secret, clock.now())
      if (!pairing) throw notFound('This code is over')
      const claimed = pairing.deviceId && (await claimedDevice(db, pairing.deviceId, secret))
      return { pairing, claimed: claimed || null }
    }
    const { pairing } = await read()
    await rememberSeen(db, pairing, clock.now())
    // Listening comes before the look that decides, so that no claim falls between.
    const over = new AbortController()
    reply.raw.once('close', () => over.abort())
    const change = publisher.changeOf(pairing.id, WAIT_MS, over.signal)
    try {
      const { claimed } = await read()
      if (claimed) return { claimed }
      await change
      return { claimed: (await read()).claimed }
    } finally {
      over.abort()
    }
  },
  manifest: async ({ device, publisher, request, reply, clock }) => {
    const parts = await publisher.manifest(device.deviceId)
    if (!parts) throw new AppError('DEVICE_UNPAIRED', 'This screen is not connected any more')
    const tag = manifestTag(parts.group.hash, parts.device.hash)
    reply.headers({ etag: tag, 'cache-control': 'private, no-cache' })
    if (request.headers['if-none-match'] === tag) await reply.code(304).send()
    return { ...parts, serverTime: clock.now() }
  },
  stream: async ({ device, publisher, reply }) => {
    await publisher.open(device.deviceId, () => {
      reply.hijack()
      return reply.raw
    })
  },
  heartbeat: async ({ device, publisher, body, request, clock }) => {
    const now = clock.now()
    publisher.reports.add(reportOf(device, body, request.ip, now))
    return { serverTime: now }
  },
  time: async ({ clock }) => ({ serverTime: clock.now() }),
  file: async ({ db, params, request, reply, blobs }) => {
    const media = await db
      .selectFrom('media')
      .select('mimetype')
      .where('sha256', '=', params.sha256)
      .limit(1)
      .executeTakeFirst()
    if (!media) throw notFound('This screen has no such file')
    return sendBlob(request, reply, blobs, { sha256: params.sha256, mimetype: media.mimetype })
  },
})
