const INITIALS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'
const VOWELS = 'ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ'
/** The first is none. */
const FINALS = ' ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ'
/** Two letters that one syllable has in one place. */
const PAIRS: Readonly<Record<string, string>> = {
  ...{ ㅗㅏ: 'ㅘ', ㅗㅐ: 'ㅙ', ㅗㅣ: 'ㅚ', ㅜㅓ: 'ㅝ', ㅜㅔ: 'ㅞ', ㅜㅣ: 'ㅟ', ㅡㅣ: 'ㅢ' },
  ...{
    ㄱㅅ: 'ㄳ',
    ㄴㅈ: 'ㄵ',
    ㄴㅎ: 'ㄶ',
    ㄹㄱ: 'ㄺ',
    ㄹㅁ: 'ㄻ',
    ㄹㅂ: 'ㄼ',
    ㄹㅅ: 'ㄽ',
    ㄹㅌ: 'ㄾ',
    ㄹㅍ: 'ㄿ',
  },
  ...{ ㄹㅎ: 'ㅀ', ㅂㅅ: 'ㅄ' },
}
const SYLLABLES = 0xac00
const LAST_SYLLABLE = 0xd7a3

const SMALL = 'ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ'
const LARGE = 'あいうえおつやゆよわアイウエオツヤユヨワカケ'
/** Of a spaced mark the one that joins the letter before. */
const VOICING: Readonly<Record<string, string>> = { ゛: '\u3099', ゜: '\u309a' }

/**
 * A text with one more key typed at its end. Hangul letters join to syllables, marks join the letter before, and Japanese
 * keys for voicing and size change it.
 */
export function compose(text: string, key: string): string {
  const last = [...text].at(-1) ?? ''
  const before = text.slice(0, text.length - last.length)
  if (INITIALS.includes(key) || VOWELS.includes(key)) return before + withHangul(last, key)
  if (key === '小') return before + resized(last)
  const mark = VOICING[key]
  if (mark === undefined) return (text + key).normalize('NFC')
  if (!last) return text
  const voiced = (last.normalize('NFD').charAt(0) + mark).normalize('NFC')
  // Once more takes it away; a letter that has no such sound stays.
  if (voiced === last) return before + last.normalize('NFD').charAt(0)
  return before + (voiced.length === 1 ? voiced : last)
}

function resized(letter: string): string {
  if (!letter) return letter
  return LARGE.charAt(SMALL.indexOf(letter)) || SMALL.charAt(LARGE.indexOf(letter)) || letter
}

function withHangul(last: string, key: string): string {
  const isVowel = VOWELS.includes(key)
  const code = last.charCodeAt(0)
  if (!(code >= SYLLABLES && code <= LAST_SYLLABLE)) {
    const initial = last ? INITIALS.indexOf(last) : -1
    if (isVowel && initial >= 0) return syllable(initial, VOWELS.indexOf(key))
    return PAIRS[last + key] && isVowel ? (PAIRS[last + key] ?? '') : last + key
  }
  const at = code - SYLLABLES
  const final = at % FINALS.length
  const vowel = Math.floor(at / FINALS.length) % VOWELS.length
  const initial = Math.floor(at / (FINALS.length * VOWELS.length))
  const ending = final ? FINALS.charAt(final) : ''
  if (!isVowel) {
    const joined = FINALS.indexOf(ending ? (PAIRS[ending + key] ?? '?') : key)
    return joined > 0 ? syllable(initial, vowel, joined) : last + key
  }
  if (!ending) {
    const joined = VOWELS.indexOf(PAIRS[VOWELS.charAt(vowel) + key] ?? '?')
    return joined >= 0 ? syllable(initial, joined) : last + key
  }
  // What ended the syllable begins the next one.
  const [stays, goes] = [...(Object.keys(PAIRS).find((pair) => PAIRS[pair] === ending) ?? ` ${ending}`)]
  return (
    syllable(initial, vowel, FINALS.indexOf(stays ?? ' ')) +
    syllable(INITIALS.indexOf(goes ?? ''), VOWELS.indexOf(key))
  )
}

const syllable = (initial: number, vowel: number, final = 0): string =>
  String.fromCharCode(SYLLABLES + (initial * VOWELS.length + vowel) * FINALS.length + final)
