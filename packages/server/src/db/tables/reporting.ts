import type { Flag, Id, Json } from './column.ts'

/**
 * Plays, as numbers that `play_items`, `play_screens`, and `organizations` resolve. No tenant column: access it only
 * through the play store.
 */
export interface PlaysTable {
  startedAt: number
  /** `playKey` of the screen's own id; unique with the screen and the start. */
  key: number
  /** Duration in milliseconds. */
  lasted: number
  tenant: number
  screen: number
  item: number
}

/**
 * Plays summed per hour since 1970 UTC: by item and screen, by screen (item 0), and in total (item -1, screen 0). A
 * play counts in the hour it began in; its duration is split over its hours.
 */
export interface PlayHoursTable {
  tenant: number
  item: number
  hour: number
  screen: number
  plays: number
  milliseconds: number
}

interface PlayName {
  /** Never reused. */
  number: number
  organizationId: Id
  /** As screens last reported it; kept after the item is deleted. */
  name: string
  nameKey: string
  /** The last day, since 1970 UTC, on which screens reported it. */
  lastDay: number
}

/** Played items; the id is a hash of the other ids. */
export interface PlayItemsTable extends PlayName {
  id: Id
  kind: string
  storyboardId: Id
  pageId: Id
  mediaId: Id | null
}

/** Screens that played something; the id is the device's. */
export interface PlayScreensTable extends PlayName {
  id: Id
}

/** The latest screenshot of a screen; its id is the device's. */
export interface PicturesTable {
  id: Id
  organizationId: Id
  takenAt: number
  width: number
  height: number
  mimetype: string
  /** Base64. */
  image: string
  partial: number
}

export interface TakeoversTable {
  id: Id
  organizationId: Id
  title: string
  text: string
  tone: string
  storyboardId: Id | null
  targets: Json
  startedBy: string
  startedAt: number
  endsAt: number
  clearedBy: string | null
  clearedAt: number | null
  /** The organization approves strictly, and a takeover is exempt. */
  withoutApproval: Flag | null
}

export interface ReportingTables {
  plays: PlaysTable
  play_hours: PlayHoursTable
  play_items: PlayItemsTable
  play_screens: PlayScreensTable
  pictures: PicturesTable
  takeovers: TakeoversTable
}
