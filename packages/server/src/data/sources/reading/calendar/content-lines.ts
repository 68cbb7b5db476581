import { decodeText } from '#lib/text/decode-text.ts'

/** `NAME:value` or `NAME;PARAMETER=…:value`. */
const CONTENT = /^([\w-]+)[;:]/
/** What is read; other lines may be broken, and hide no event. */
const READ =
  /^(?:BEGIN|END|UID|SEQUENCE|STATUS|SUMMARY|DESCRIPTION|LOCATION|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|TZID|TZOFFSETFROM|TZOFFSETTO)$/i
/** Text properties, whose line breaks some programs forget to escape. */
const TEXTS = /^(?:SUMMARY|DESCRIPTION|LOCATION|COMMENT)$/i
/** Dates without `VALUE=DATE`, which the parser takes for times. */
const DATES = /^(DTSTART|DTEND|EXDATE|RDATE|RECURRENCE-ID)(;.*)?:(\d{8}(?:,\d{8})*)$/i
const [TAB, LF, CR, SPACE] = [0x09, 0x0a, 0x0d, 0x20] as const

/**
 * The unfolded lines of an iCalendar file that are read. A line without a property continues the text before it, as an
 * unescaped line break; elsewhere it is dropped, so that it doesn't hide the events.
 */
export function contentLines(bytes: Uint8Array, contentType: string): string {
  const kept: string[] = []
  let isText = false
  for (const given of unfoldedText(bytes, contentType).split(/\r\n?|\n/)) {
    const line = given.replace(/^\ufeff/, '')
    const [, name] = CONTENT.exec(line) ?? []
    if (name !== undefined) {
      isText = TEXTS.test(name)
      if (READ.test(name)) kept.push(withType(line))
    } else if (line !== '' && isText) {
      // A comment's continuation would otherwise be part of the property before it.
      const last = kept.length - 1
      if (TEXTS.test(CONTENT.exec(kept[last] ?? '')?.[1] ?? '')) kept[last] += `\\n${line}`
    }
  }
  return kept.join('\r\n')
}

function withType(line: string): string {
  const [, name, parameters = '', dates] = DATES.exec(line) ?? []
  return name === undefined
    ? line
    : `${name};VALUE=DATE${parameters.replace(/;(?:VALUE|TZID)=(?:"[^"]*"|[^;:]*)/gi, '')}:${dates}`
}

/** UTF-16 is unfolded by characters: its bytes mean something else. */
function unfoldedText(bytes: Uint8Array, contentType: string): string {
  const [first = 0, second = 0] = bytes
  const isWide = first === 0 || second === 0 || first + second === 0xff + 0xfe
  return isWide
    ? decodeText(bytes, contentType).replace(/(?:\r\n?|\n)[ \t]/g, '')
    : decodeText(unfolded(bytes), contentType)
}

/** Lines are folded by bytes, also in the middle of a character (RFC 5545, 3.1). */
function unfolded(bytes: Uint8Array): Uint8Array {
  const kept = new Uint8Array(bytes.length)
  let size = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte === CR || byte === LF) {
      const next = byte === CR && bytes[at + 1] === LF ? at + 2 : at + 1
      if (bytes[next] === SPACE || bytes[next] === TAB) {
        at = next
        continue
      }
    }
    kept[size++] = byte
  }
  return kept.subarray(0, size)
}
