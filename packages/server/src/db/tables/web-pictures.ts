import type { PhotoProblem } from '@vitrine/contract/api/content/web-picture'
import type { Id } from './column.ts'

/**
 * The picture of a web page; the id is the media item's, whose thumbnail has the file too. Instants in milliseconds
 * since 1970 UTC.
 */
export interface WebPhotosTable {
  id: Id
  organizationId: Id
  /** What the picture shows. */
  address: string
  /** Empty before the first picture, like `mimetype`. */
  sha256: string
  mimetype: string
  size: number
  /** The last good picture, and when its content changed last. */
  takenAt: number | null
  changedAt: number | null
  /** The last attempt. */
  checkedAt: number | null
  nextAt: number
  /** Of the last attempt. */
  problem: PhotoProblem | null
  detail: string
  failures: number
  failingSince: number | null
}

/** What is secret of a web page's login; the id is the media item's. Both are sealed. */
export interface WebLoginsTable {
  id: Id
  organizationId: Id
  secret: string
  /** Cookies of the last login. */
  session: string | null
}

export interface WebPictureTables {
  web_photos: WebPhotosTable
  web_logins: WebLoginsTable
}
