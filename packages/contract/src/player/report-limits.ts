/** Limits on what screens report. */

/** Maximum plays per call. */
export const PLAYS_AT_ONCE = 500
/** Days that a screen may be offline and still report its plays. */
export const PLAY_DAYS = 60
/** Maximum base64 characters of a screenshot: about 300 kB. */
export const PICTURE_CHARACTERS = 400_000
/** Maximum answers per call. */
export const ANSWERS_AT_ONCE = 100
/** Days that a screen may be offline and still report its answers. */
export const ANSWER_DAYS = 60
/** Maximum synchronization samples of each kind in a report, and maximum milliseconds of one. */
export const STEPS_OF_KIND = 12
export const STEP_MOST_MS = 60_000
/** Maximum characters of the reason why a storyboard can't be shown. */
export const WHY_LENGTH_MAX = 500
