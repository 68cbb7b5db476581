import type { ManifestNotice, ManifestPart, SourceNotice } from '@vitrine/contract/api/playback/manifest'
import { NOTICE_BODY_LIMIT, spreadMs } from '@vitrine/contract/player/manifest'

const fits = (body: string) => Buffer.byteLength(body) <= NOTICE_BODY_LIMIT

/**
 * Notifies `screens` screens of a new part of their manifest. Small parts travel in the notice; screens fetch larger
 * ones, spread over time.
 */
export function noticeOf({ version, hash, body }: ManifestPart, screens: number): ManifestNotice {
  return { version, hash, ...(fits(body) && { body }), spreadMs: spreadMs(screens) }
}

/**
 * Notifies `screens` screens of new rows of a data source. The rows are separate from the manifest, which only
 * references the source: a source that changes every minute costs a small notice, and no new manifest.
 */
export function sourceNotice(name: string, source: SourceNotice['source'], screens: number): SourceNotice {
  return { name, ...(fits(JSON.stringify(source)) && { source }), spreadMs: spreadMs(screens) }
}
