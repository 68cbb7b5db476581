/** Maximum sizes of requests, in bytes. */

/** A body whose route declares no limit: a form that someone filled in, or a short report of a screen. */
export const BODY_BYTES = 32 * 1024
/** A page's document as JSON in UTF-8. A page of a hundred widgets has about 50 kB. */
export const DOCUMENT_BYTES = 512 * 1024
/** A body with a document in it: names and other fields beside it, and the escapes that another client writes. */
export const DOCUMENT_BODY_BYTES = DOCUMENT_BYTES + 64 * 1024
/** Maximum ids of screens in one body. */
export const SCREENS_AT_ONCE = 25_000
/** A body with that many ids, each a UUID in quotes, and a schedule of 500 slots. */
export const SCREENS_BODY_BYTES = SCREENS_AT_ONCE * 40 + 256 * 1024
/** The most items in one bulk call; clients split longer lists. */
export const BULK_MAX = 500
/** Items per bulk call of the console: others use the database between two calls. */
export const BULK_PART = 100
