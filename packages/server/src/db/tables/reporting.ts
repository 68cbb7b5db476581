import type { Id, Json } from './column.ts'

/**
 * Plays, as numbers that `play_items`, `play_screens`, and `organizations` resolve. No tenant column: access it only
 * through the play store.
 */
export interface PlaysTable {
  startedAt: number
  /** Of the screen's own id of the play; with the screen and the start it tells plays apart. */
  key: number
  /** Milliseconds. */
  lasted: number
  tenant: number
  screen: number
  item: number
}

/**
 * Plays added up per hour since 1970 UTC, by item and screen, by screen (item 0), and all together (item -1, screen 0). A
 * play counts in the hour it began in; its time is in the hours it was seen in.
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
  /** Never given again. */
  number: number
  organizationId: Id
  /** As screens last reported it; kept when what it names is deleted. */
  name: string
  nameKey: string
  /** The last day, since 1970 UTC, on which it was reported. */
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

/** Where it was played; the id is the device's. */
export interface PlayScreensTable extends PlayName {
  id: Id
}

/** The latest picture of what a screen shows; its id is the device's. */
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
}

export interface ReportingTables {
  plays: PlaysTable
  play_hours: PlayHoursTable
  play_items: PlayItemsTable
  play_screens: PlayScreensTable
  pictures: PicturesTable
  takeovers: TakeoversTable
}
