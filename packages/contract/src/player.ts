import { z } from 'zod'
import { Id } from './entity.ts'
import { Manifest } from './manifest.ts'
import { PairingSign } from './pairing-sign.ts'
import { route } from './route.ts'

/** The 20 consonants of RFC 8628 §6.1: no look-alikes, no words. */
export const PAIRING_ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ'
export const PAIRING_LENGTH = 6
/** Minutes that a code is shown before the screen asks for a new one; claiming accepts it a little longer. */
export const PAIRING_MINUTES = 15
export const PairingCode = z
  .string()
  .transform((text) => text.toUpperCase().replace(/[^A-Z]/g, ''))
  .pipe(z.string().regex(new RegExp(`^[${PAIRING_ALPHABET}]{${PAIRING_LENGTH}}$`)))

/** What a screen says of itself. Pixels are CSS pixels of the window times the device pixel ratio. */
export const ScreenFacts = z.object({
  width: z.int().min(0).max(100_000),
  height: z.int().min(0).max(100_000),
  userAgent: z.string().max(500),
  playerVersion: z.string().max(40),
  /** How it keeps files: `cache` survives a reload without the server, `memory` (plain http) does not. */
  storage: z.enum(['cache', 'indexeddb', 'memory']),
  touch: z.boolean(),
})
export type ScreenFacts = z.infer<typeof ScreenFacts>

export const PlayingReport = z.object({
  storyboardId: Id.nullable(),
  pageId: Id.nullable(),
  reason: z.enum(['default', 'slot', 'override', 'action', 'nothing']),
  since: z.number(),
})
export type PlayingReport = z.infer<typeof PlayingReport>

/** Sent every minute and after every switch. */
export const Heartbeat = z.object({
  screen: ScreenFacts,
  /** Hashes of the parts that are verified and held, and of the ones that show. */
  held: z.object({ group: z.string().max(64), device: z.string().max(64) }),
  shown: z.object({ group: z.string().max(64), device: z.string().max(64) }),
  playing: PlayingReport.nullable(),
  /** Files still to download, and how many in all. */
  download: z.object({ missing: z.int().min(0), total: z.int().min(0) }),
  errors: z.array(z.object({ at: z.number(), text: z.string().max(500) })).max(50),
})
export type Heartbeat = z.infer<typeof Heartbeat>

export const player = {
  startPairing: route({
    method: 'POST',
    path: '/player/pairing',
    summary: 'A screen asks for a code to show',
    who: 'public',
    body: z.object({ screen: ScreenFacts }),
    response: z.object({
      code: z.string(),
      secret: z.string(),
      sign: PairingSign,
      expiresAt: z.number(),
      /** Where the console is, without a slash at the end: what the screen tells people and puts into its QR code. */
      consoleUrl: z.string(),
    }),
    status: 201,
    errors: ['TOO_MANY_REQUESTS'],
  }),
  /** Answers when the code was claimed, or after about 25 s with `claimed: null`; 404 when the code is over. */
  awaitPairing: route({
    method: 'POST',
    path: '/player/pairing/wait',
    summary: 'The screen waits for its code to be claimed',
    who: 'public',
    write: false,
    body: z.object({ secret: z.string().min(1).max(200) }),
    response: z.object({
      claimed: z
        .object({ deviceId: Id, token: z.string(), name: z.string(), organizationName: z.string() })
        .nullable(),
    }),
    errors: ['NOT_FOUND'],
  }),
  manifest: route({
    method: 'GET',
    path: '/player/manifest',
    summary: 'What to play; with If-None-Match 304 when nothing changed',
    who: 'device',
    response: Manifest,
  }),
  stream: route({
    method: 'GET',
    path: '/player/stream',
    summary:
      'Server-sent events: `hello` { versions, serverTime }, `group` and `device` notices, `unpaired`, `command`',
    who: 'device',
    response: 'stream',
  }),
  /** 410-like answers do not exist: an unpaired device gets 401 with `errKey` DEVICE_UNPAIRED, and only then wipes. */
  heartbeat: route({
    method: 'POST',
    path: '/player/heartbeat',
    summary: 'What the screen shows, holds and lacks',
    who: 'device',
    write: false,
    body: Heartbeat,
    response: z.object({ serverTime: z.number() }),
  }),
  time: route({
    method: 'GET',
    path: '/player/time',
    summary: 'The server clock, in milliseconds',
    who: 'public',
    response: z.object({ serverTime: z.number() }),
  }),
  file: route({
    method: 'GET',
    path: '/player/files/:sha256',
    summary: 'A file of the manifest, with ranges',
    who: 'device',
    params: z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
    response: 'file',
  }),
}
