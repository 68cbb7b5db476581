/** How much screens report at most. */

/** Plays a call. */
export const PLAYS_AT_ONCE = 500
/** Days for which a screen may be without network and still tell what it played. */
export const PLAY_DAYS = 60
/** Characters of base64 that a picture of a screen may have: about 300 kB. */
export const PICTURE_CHARACTERS = 400_000
/** Answers a call. */
export const ANSWERS_AT_ONCE = 100
/** Days for which a screen may be without network and still tell. */
export const ANSWER_DAYS = 60
/** Samples of each kind in a report that say how well a screen is in step, and the most milliseconds that one says. */
export const STEPS_OF_KIND = 12
export const STEP_MOST_MS = 60_000
