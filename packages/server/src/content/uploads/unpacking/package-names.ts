import { crc32 } from 'node:zlib'
import type { Entry } from 'yauzl'
import { Refusal } from '#content/uploads/probing/probe-verdict.ts'

/** General purpose bit 11: the name is UTF-8 (APPNOTE 4.4.4). */
const UTF8_FLAG = 0x800
/** Info-ZIP's extra field with a name in UTF-8, and the checksum of the one that it replaces (APPNOTE 4.6.9). */
const UNICODE_PATH = 0x7075

/** The upper halves of the code pages of DOS, in which Windows still writes names. */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\xa0'
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\xad±‗¾¶§÷¸°¨·¹³²■\xa0'

/**
 * An entry's path as a URL has it. Tools of Windows separate folders with backslashes and write names in a code page of
 * DOS or Windows; others begin paths with `./`.
 */
export function pathOf(entry: Entry): string {
  return decoded(entry)
    .replaceAll('\\', '/')
    .split('/')
    .filter((each) => each !== '.')
    .join('/')
}

function decoded({ fileNameRaw, generalPurposeBitFlag, extraFields }: Entry): string {
  const extra = extraFields.find(({ id }) => id === UNICODE_PATH)?.data
  if (extra && extra[0] === 1 && extra.length > 5 && extra.readUInt32LE(1) === crc32(fileNameRaw))
    return utf8(extra.subarray(5)) ?? refuseUnreadable(fileNameRaw)
  // Many tools write UTF-8 without saying so.
  const name = utf8(fileNameRaw)
  if (name !== undefined) return name
  if (generalPurposeBitFlag & UTF8_FLAG) refuseUnreadable(fileNameRaw)
  const tried = [byPage(fileNameRaw, CP437), byPage(fileNameRaw, CP850), byWindows(fileNameRaw)]
  return tried.reduce((best, each) => (strangeness(each) < strangeness(best) ? each : best))
}

function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const byPage = (bytes: Uint8Array, upper: string): string =>
  [...bytes].map((each) => (each < 128 ? String.fromCharCode(each) : (upper[each - 128] ?? ''))).join('')

const byWindows = (bytes: Uint8Array): string => new TextDecoder('windows-1252').decode(bytes)

/** Characters that people don't put into file names; the wrong code page has more of them. */
const strangeness = (name: string): number =>
  [...name].filter((each) => each > '\x7f' && !/(?=\p{Script=Latin})[\p{Lu}\p{Ll}]/u.test(each)).length

function refuseUnreadable(name: Buffer): never {
  throw new Refusal(
    `contains ${shownName(name.toString('latin1'))}, whose name can't be read. Rename it to plain letters and zip again.`,
  )
}

/** A name for a message: people see what they can search for. */
export const shownName = (name: string): string => {
  const plain = name.replace(/\p{Cc}/gu, '\ufffd')
  return plain.length > 100 ? `…${plain.slice(-100)}` : plain
}
