/** Change the direction of the text after them: embeddings, overrides and isolates (Unicode Annex 9). */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g
/** Invisible characters, which would let two different names look the same. */
const UNSEEN =
  /\u034f|[\u00ad\u115f\u1160\u17b4\u17b5\u200b\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e001f}\u{e0080}-\u{e00ff}\u{e01f0}-\u{e0fff}]/gu
/**
 * Tag characters spell the flags of England, Scotland and Wales after a black flag; anywhere else they are invisible.
 */
const TAGS = /(\u{1f3f4}[\u{e0020}-\u{e007f}]{2,7})|[\u{e0020}-\u{e007f}]/gu
/** Joiners are part of the spelling in Persian, Hindi and emoji, but never after these. */
const JOINERS = /(^|[\p{ASCII}\p{Script=Latin}])[\u200c\u200d]+/gu
/** Marks that give one character a direction, which Arabic and Hebrew texts need: one at a time. */
const MARKS = /([\u061c\u200e\u200f])[\u061c\u200e\u200f]+/g
const SEEN = /[^\s\u061c\u200c-\u200f]/

/**
 * Cleans a name for display: removes invisible characters and those that reverse the text after them, so `gnp.exe`
 * can't pass for `exe.png` and different names look different. Keeps what languages need for their spelling. Empty if
 * nothing would be visible. Takes linear time.
 */
export function plainText(text: string): string {
  const plain = text
    .replace(TURNS, '')
    .replace(UNSEEN, '')
    .replace(TAGS, '$1')
    .replace(JOINERS, '$1')
    .replace(MARKS, '$1')
  return SEEN.test(plain) ? plain : ''
}
