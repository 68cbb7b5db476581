import { z } from 'zod'
import { Id, Instant, ListQuery, RequestedInstant } from '#api/entity.ts'
import { plainText } from '#plain-text.ts'
import { route } from '#route.ts'

/**
 * Proof of play: each page, and each medium in a zone of it, from first frame to last by the corrected clock. Screens
 * resend a play until the server acknowledges it; duplicates become one row, and a play still running is sent again
 * with a later end.
 */
export const PlayKind = z.enum(['page', 'media'])

/** Milliseconds since 1970 UTC. `id` is the screen's own, new for every play. */
export const ReportedPlay = z.object({
  id: z.string().regex(/^[0-9a-zA-Z-]{8,40}$/),
  kind: PlayKind,
  storyboardId: Id,
  pageId: Id,
  mediaId: Id.nullable(),
  /** Of the page or medium, as the screen knew it. */
  name: z.string().overwrite(plainText).max(200),
  from: Instant,
  to: Instant,
})
export type ReportedPlay = z.infer<typeof ReportedPlay>

export const Play = ReportedPlay.extend({
  id: z.string(),
  deviceId: Id,
  deviceName: z.string(),
  storyboardName: z.string(),
  organizationId: Id,
  /** Whole seconds, rounded. */
  seconds: z.int(),
})
export type Play = z.infer<typeof Play>

/** `from` inclusive, `to` exclusive, by the start of the play, in milliseconds. `buildingId`: screens that are there now. */
const filters = {
  from: RequestedInstant.optional(),
  to: RequestedInstant.optional(),
  deviceId: Id.optional(),
  buildingId: Id.optional(),
  storyboardId: Id.optional(),
  kind: PlayKind.optional(),
}
export const PlayQuery = ListQuery.extend(filters)
export type PlayQuery = z.infer<typeof PlayQuery>

/** The same thing on all screens, added up. */
export const PlayTotal = z.object({
  kind: PlayKind,
  /** The page's or medium's id. */
  itemId: Id,
  name: z.string(),
  plays: z.int(),
  seconds: z.int(),
  screens: z.int(),
})
export type PlayTotal = z.infer<typeof PlayTotal>

/** A screen, building (id '' for screens in none), or storyboard with what it played. */
export const PlaySum = z.object({ id: z.string(), name: z.string(), plays: z.int(), seconds: z.int() })
export type PlaySum = z.infer<typeof PlaySum>

/**
 * Plays by the hours they were seen in; a play counts in the hour it began in. The tables have their first hundred rows,
 * the longest first; storyboards count pages unless media are asked for. `seconds` adds up pages and the media in them.
 */
export const PlayReport = z.object({
  plays: z.int(),
  seconds: z.int(),
  screensCount: z.int(),
  /** `[hour since 1970 UTC, plays, seconds]`, oldest first, without empty hours; the newest two years. */
  hours: z.array(z.tuple([z.int(), z.int(), z.int()])),
  items: z.array(PlayTotal),
  screens: z.array(PlaySum),
  places: z.array(PlaySum),
  storyboards: z.array(PlaySum),
})
export type PlayReport = z.infer<typeof PlayReport>

export const plays = {
  /** The newest first; a page of 50 when none is asked for, because there may be millions. */
  list: route({
    method: 'GET',
    path: '/plays',
    summary: 'List plays: what screens showed, when, and for how long',
    who: { read: 'devices' },
    query: PlayQuery,
    response: z.object({ plays: z.array(Play), total: z.int() }),
  }),
  totals: route({
    method: 'GET',
    path: '/plays/totals',
    summary: 'Get play counts and total durations per page and media item, longest first, up to 200',
    who: { read: 'devices' },
    query: PlayQuery,
    response: z.object({ totals: z.array(PlayTotal) }),
    budget: 'summaries',
  }),
  report: route({
    method: 'GET',
    path: '/plays/report',
    summary: 'Get plays per hour, and the most played items, screens, buildings, and storyboards',
    who: { read: 'devices' },
    query: PlayQuery,
    response: z.object({ report: PlayReport }),
    budget: 'summaries',
  }),
  /** The first line names the columns; times are ISO 8601 in UTC. All of them, the newest first. */
  export: route({
    method: 'GET',
    path: '/plays/export',
    summary: 'Export as CSV',
    who: { read: 'devices' },
    query: PlayQuery,
    response: 'file',
    budget: 'exports',
  }),
}
