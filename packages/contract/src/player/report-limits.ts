/** How much screens report at most; apart from the schemas, so that screens need not carry those. */

/** Plays a call. */
export const PLAYS_AT_ONCE = 500
/** Days for which a screen may be without network and still tell what it played. */
export const PLAY_DAYS = 60
/** Characters of base64 that a picture of a screen may have: about 300 kB. */
export const PICTURE_CHARACTERS = 400_000
