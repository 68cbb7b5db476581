import { z } from 'zod'
import { SiteBrand } from '#api/accounts/site.ts'
import { boundedList } from '#api/base/bounded-list.ts'
import { Id, Instant } from '#api/base/entity.ts'
import { Manifest } from '#api/playback/manifest.ts'
import { BODY_BYTES } from '#body-limits.ts'
import { CALLS } from '#player/calls.ts'
import { PICTURE_CHARACTERS, PLAYS_AT_ONCE } from '#player/report-limits.ts'
import { route } from '#route.ts'
import { CommandResult, SentAction } from './commands.ts'
import { ReportedPlay } from './plays.ts'
import { Heartbeat, PairingHint, PairingSign, ReportRevision, ScreenFacts } from './screen-report.ts'

/** `tag`: the manifest's current ETag. `pictureSeconds`: the screenshot interval that the server wants. */
const Heard = z.object({ serverTime: z.number(), pictureSeconds: z.number(), tag: z.string() })

export const player = {
  startPairing: route({
    ...CALLS.player.startPairing,
    summary: 'Request a pairing code to show',
    who: 'public',
    body: z.object({ screen: ScreenFacts, hint: PairingHint.optional() }),
    response: z.object({
      code: z.string(),
      secret: z.string(),
      sign: PairingSign,
      expiresAt: z.number(),
      /** The console's URL without a trailing slash, which the screen shows as text and QR code. */
      consoleUrl: z.string(),
      /** Of the organization whose host name the player was opened at. */
      brand: SiteBrand.nullable(),
    }),
    status: 201,
    errors: ['TOO_MANY_REQUESTS'],
  }),
  /** Responds when the code is claimed, or after about 25 s with `claimed: null`; 404 if the code has expired. */
  awaitPairing: route({
    ...CALLS.player.awaitPairing,
    summary: 'Wait until the pairing code is claimed',
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
  /** Called by the page through which a screen of another address of this installation moves here. */
  handOver: route({
    ...CALLS.player.handOver,
    summary:
      'Get a ticket with which the screen takes its identity to this address; works once, for five minutes',
    who: 'device',
    write: false,
    response: z.object({ ticket: z.string() }),
    budget: 'tickets',
  }),
  takeOver: route({
    ...CALLS.player.takeOver,
    summary: 'Exchange a ticket for the identity of its screen',
    who: 'public',
    body: z.object({ ticket: z.string().min(1).max(2000) }),
    response: z.object({ token: z.string() }),
    errors: ['NOT_FOUND'],
  }),
  manifest: route({
    ...CALLS.player.manifest,
    summary: 'Get what to play; with If-None-Match, 304 if nothing changed',
    who: 'device',
    response: Manifest,
    also: { 304: 'Not modified' },
  }),
  stream: route({
    ...CALLS.player.stream,
    summary:
      'Stream server-sent events to a screen: `hello` { versions, serverTime }, `group` and `device` notices, `unpaired`, `command`',
    who: 'device',
    response: 'stream',
  }),
  /** 410-like answers do not exist: an unpaired device gets 401 with `errKey` DEVICE_UNPAIRED, and only then wipes. */
  heartbeat: route({
    ...CALLS.player.heartbeat,
    summary: 'Report what the screen shows, has downloaded, and is missing',
    who: 'device',
    write: false,
    body: Heartbeat,
    bodyLimit: 128 * 1024,
    response: Heard,
  }),
  /** `isKnown: false`: the server needs a full heartbeat. */
  beat: route({
    ...CALLS.player.beat,
    summary: 'Report that nothing has changed since the last full report',
    who: 'device',
    write: false,
    body: z.object({ revision: ReportRevision }),
    response: Heard.extend({ isKnown: z.boolean() }),
  }),
  /** Responds once the plays are stored; screens may resend plays. */
  plays: route({
    ...CALLS.player.plays,
    summary: 'Report plays; `refused` counts plays with invalid times',
    who: 'device',
    write: false,
    fullDisk: 'refuse',
    body: z.object({ plays: boundedList(z.array(ReportedPlay).max(PLAYS_AT_ONCE)) }),
    bodyLimit: 640 * 1024,
    response: z.object({ accepted: z.int(), refused: z.int() }),
    budget: 'plays',
  }),
  picture: route({
    ...CALLS.player.picture,
    summary: 'Upload a screenshot as a small JPEG or WebP in base64; only the latest is kept',
    who: 'device',
    write: false,
    fullDisk: 'refuse',
    body: z.object({
      takenAt: Instant,
      width: z.int().min(1).max(4000),
      height: z.int().min(1).max(4000),
      mimetype: z.enum(['image/jpeg', 'image/webp']),
      image: z
        .string()
        .max(PICTURE_CHARACTERS)
        .regex(/^[A-Za-z0-9+/]+={0,2}$/),
      /** The screenshot lacks a part of the stage, such as a web page. */
      partial: z.boolean(),
    }),
    bodyLimit: PICTURE_CHARACTERS + BODY_BYTES,
    response: z.object({}),
    budget: 'pictures',
  }),
  /** Reports a command's result. */
  commandDone: route({
    ...CALLS.player.commandDone,
    summary: 'Report the outcome of a command',
    who: 'device',
    write: false,
    params: z.object({ commandId: Id }),
    body: z.object({ ok: z.boolean(), text: z.string().max(200) }),
    response: z.object({}),
  }),
  /**
   * A touch whose action targets another screen. It runs only if the sender's manifest has it in this widget, the
   * target is in the same organization, and the touch is at most COMMAND_SECONDS old; once per `id`.
   */
  action: route({
    ...CALLS.player.action,
    summary: 'Run a touch action on another screen',
    who: 'device',
    write: false,
    body: z.object({
      id: z.string().regex(/^[0-9a-zA-Z-]{8,40}$/),
      widgetId: Id,
      action: SentAction,
      at: z.number(),
    }),
    response: CommandResult,
    errors: ['NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'TOO_MANY_REQUESTS'],
  }),
  time: route({
    ...CALLS.player.time,
    summary: 'Get the server time in milliseconds',
    who: 'public',
    response: z.object({ serverTime: z.number() }),
  }),
  file: route({
    ...CALLS.player.file,
    summary: 'Get a file of the manifest, with range support',
    who: 'device',
    params: z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
    response: 'file',
  }),
  /** Accepts only a file that the server has lost, and only the right bytes. */
  sendFile: route({
    ...CALLS.player.sendFile,
    summary: 'Upload a file that the server has lost',
    who: 'device',
    write: false,
    params: z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
    upload: 'multipart',
    parts: { file: 'file' },
    response: z.object({}),
    errors: ['NOT_FOUND', 'TOO_LARGE', 'STORAGE_FULL'],
  }),
}
