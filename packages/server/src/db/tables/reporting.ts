import type { Id, Json } from './column.ts'

/** What was on screens; the id is the device's id, a dot, and the device's own id of the play. */
export interface PlaysTable {
  id: Id
  organizationId: Id
  /** Kept, with its name, when the device is gone. */
  deviceId: Id
  deviceName: string
  kind: string
  storyboardId: Id
  pageId: Id
  mediaId: Id | null
  name: string
  startedAt: number
  endedAt: number
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
  pictures: PicturesTable
  takeovers: TakeoversTable
}
