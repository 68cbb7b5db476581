/**
 * The key under which screens get the state of a web page's picture, like the rows of a data source: pictures change
 * without a new manifest. Names of data sources contain no slash.
 */
export const photoKey = (mediaId: string): string => `photo/${mediaId}`

/** The id in a key of `photoKey`. */
export const photoOfKey = (key: string): string | undefined => /^photo\/([\w-]{1,64})$/.exec(key)?.[1]

/** The columns of the one row under that key: an SHA-256, a MIME type, bytes, and milliseconds since 1970 UTC. */
export const PHOTO_FIELDS = ['sha256', 'mimetype', 'size', 'takenAt'] as const

/** Screens mark a picture older than this many intervals. */
export const OLD_AFTER = 3
