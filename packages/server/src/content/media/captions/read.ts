import { readFile } from 'node:fs/promises'
import {
  CUE_CHARACTERS,
  CUE_LINES,
  CUES_MAX,
  cueTime,
  readCaptions,
  writeCaptions,
} from '@vitrine/contract/document/captions'
import { AppError } from '#lib/errors.ts'
import { decodeText } from '#lib/text/decode-text.ts'

/** How files were written before UTF-8, by language; Windows-1252 for all others. */
const LEGACY: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['ar', 'fa', 'ur'].map((language) => [language, 'windows-1256'])),
  ...Object.fromEntries(['bg', 'ru', 'sr', 'uk'].map((language) => [language, 'windows-1251'])),
  ...Object.fromEntries(
    ['cs', 'hr', 'hu', 'pl', 'ro', 'sk', 'sl'].map((language) => [language, 'windows-1250']),
  ),
  ...Object.fromEntries(['et', 'lt', 'lv'].map((language) => [language, 'windows-1257'])),
  el: 'windows-1253',
  he: 'windows-1255',
  ja: 'shift_jis',
  ko: 'euc-kr',
  th: 'windows-874',
  tr: 'windows-1254',
  vi: 'windows-1258',
  'zh-Hans': 'gb18030',
  'zh-Hant': 'big5',
}

/** Reads a WebVTT or SubRip file, and returns the WebVTT to store. A refusal names the file and what to do. */
export async function readCaptionsFile(
  { name, staged }: { name: string; staged: { path: string } },
  language: string,
): Promise<string> {
  const refuse = (reason: string) => {
    const sentence = `${name} ${reason}`
    return new AppError('INVALID', sentence, { captions: sentence })
  }
  const cues = readCaptions(decodeText(await readFile(staged.path), '', LEGACY[language]))
  if (cues.length === 0)
    throw refuse(
      'has no captions. Choose a WebVTT (.vtt) or SubRip (.srt) file with times like 00:00:01,000.',
    )
  if (cues.length > CUES_MAX)
    throw refuse(`has ${cues.length} captions. A video can have up to ${CUES_MAX}: split the video.`)
  const long = cues.find(({ text }) => text.length > CUE_CHARACTERS || text.split('\n').length > CUE_LINES)
  if (long)
    throw refuse(
      `has a caption at ${cueTime(long.start)} that covers too much of the picture. Shorten it to ${CUE_LINES} lines and ${CUE_CHARACTERS} characters.`,
    )
  return writeCaptions(cues)
}
