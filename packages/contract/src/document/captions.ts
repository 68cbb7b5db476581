import { plainText } from '#plain-text.ts'

/** The type of stored captions, which are always WebVTT in UTF-8. */
export const CAPTIONS_TYPE = 'text/vtt'
/** Maximum bytes of a captions file, and cues in it. */
export const CAPTIONS_BYTES = 2 ** 19
export const CUES_MAX = 5000
/** Maximum characters and lines of a cue: a quarter of a screen. */
export const CUE_CHARACTERS = 500
export const CUE_LINES = 8

/** Languages offered for captions, as BCP 47 tags. */
export const CAPTION_LANGUAGES = [
  ...['ar', 'bg', 'bn', 'ca', 'cs', 'da', 'de', 'el', 'en', 'es', 'et', 'fa', 'fi', 'fr', 'he', 'hi', 'hr'],
  ...['hu', 'id', 'it', 'ja', 'ko', 'lt', 'lv', 'ms', 'nl', 'no', 'pl', 'pt', 'ro', 'ru', 'sk', 'sl', 'sr'],
  ...['sv', 'th', 'tr', 'uk', 'ur', 'vi', 'zh-Hans', 'zh-Hant'],
] as const

/** A text over a video, from `start` to `end` in seconds. Lines are separated by `\n`. */
export interface Cue {
  start: number
  end: number
  text: string
}

const TIMES =
  /^\s*(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?\s*-->\s*(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,3}))?(?:\s|$)/

/**
 * Reads WebVTT and SubRip leniently: cues in the order of their start, with their plain text. Styles, positions, notes,
 * and cues without text or time are left out. Takes linear time.
 */
export function readCaptions(file: string): Cue[] {
  const cues: Cue[] = []
  let cue: (Cue & { lines: string[] }) | undefined
  let isOpen = false
  const lines = file.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  for (const [index, line] of lines.entries()) {
    const times = line.includes('-->') ? TIMES.exec(line) : null
    if (times) {
      // The line before is this cue's number if no blank line separates it from the text above.
      if (isOpen && /^\s*\d+\s*$/.test(lines[index - 1] ?? '')) cue?.lines.pop()
      const [, ...parts] = times
      cue = { start: secondsOf(parts.slice(0, 4)), end: secondsOf(parts.slice(4)), text: '', lines: [] }
      isOpen = true
      cues.push(cue)
    } else if (line.trim() === '') isOpen = false
    else if (isOpen) cue?.lines.push(line)
  }
  return (cues as (Cue & { lines: string[] })[])
    .map(({ start, end, lines: text }) => ({ start, end, text: cleanText(text) }))
    .filter(({ start, end, text }) => end > start && text !== '')
    .sort((a, b) => a.start - b.start)
}

function secondsOf([hours = '0', minutes = '0', seconds = '0', fraction = '0']: (
  | string
  | undefined
)[]): number {
  const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return whole + Number(fraction.padEnd(3, '0')) / 1000
}

/** Tags of WebVTT, of HTML as SubRip uses it, and times inside a cue. A lone `<` is text. */
const TAG = /<\/?[a-z][^<>]*>|<\d[\d:.]*>/gi
/** Positions and styles of SubStation Alpha, which some SubRip files contain. */
const OVERRIDE = /\{\\[^{}]*\}/g
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
}

/** Surrogates are halves of characters. */
const isCharacter = (code: number) => code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)

const cleanText = (lines: readonly string[]): string =>
  lines
    .map((line) =>
      plainText(
        line
          .replace(TAG, '')
          .replace(OVERRIDE, '')
          .replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
            if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole
            const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
            return isCharacter(code) ? String.fromCodePoint(code) : whole
          })
          .replace(/[\p{Cc}\u2028\u2029]+/gu, ' '),
      ).trim(),
    )
    .filter((line) => line !== '')
    .join('\n')

/** WebVTT of cues, which `readCaptions` reads back. */
export const writeCaptions = (cues: readonly Cue[]): string =>
  [
    'WEBVTT',
    ...cues.map(({ start, end, text }) => `${cueTime(start)} --> ${cueTime(end)}\n${escaped(text)}`),
    '',
  ].join('\n\n')

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** `01:02:03.450`. */
export function cueTime(seconds: number): string {
  const ms = Math.round(seconds * 1000)
  const parts = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1000) % 60]
  return `${parts.map((part) => String(part).padStart(2, '0')).join(':')}.${String(ms % 1000).padStart(3, '0')}`
}
