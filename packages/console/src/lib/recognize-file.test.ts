import { describe, expect, test } from 'vitest'
import { linkIn, recognize } from './recognize-file.ts'

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...part].map((c) => c.charCodeAt(0)) : part)),
  )
const short = (value: number) => [value % 256, value >> 8]
const long = (value: number) => [...short(value % 65_536), ...short(value >> 16)]

/** A zip's list of names, as far as it is read. */
function zip(names: readonly string[], first = '') {
  const start = bytes('PK\x03\x04', Array(26).fill(0), first)
  const list = names.flatMap((name) => [
    ...bytes('PK\x01\x02', Array(24).fill(0), short(name.length), Array(16).fill(0), name),
  ])
  const end = bytes('PK\x05\x06', Array(8).fill(0), long(list.length), long(start.length), [0, 0])
  return Uint8Array.from([...start, ...list, ...end])
}

describe('what a file is', () => {
  test.each([
    ['a JPEG', bytes([0xff, 0xd8, 0xff, 0xe0]), 'picture'],
    ['a PNG', bytes([0x89], 'PNG\r\n'), 'picture'],
    ['a WebP', bytes('RIFF....WEBPVP8 '), 'picture'],
    ['a HEIC', bytes([0, 0, 0, 24], 'ftypheic'), 'picture'],
    ['an SVG', bytes('<?xml version="1.0"?>\n<svg xmlns="x"/>'), 'picture'],
    [
      'an SVG with comments',
      bytes('<!-- <a> -->\n<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "x">\n<SVG>'),
      'picture',
    ],
    ['a web page', bytes('<!DOCTYPE html>\n<!-- <svg> -->\n<html><svg></svg></html>'), 'unknown'],
    ['an MP4', bytes([0, 0, 0, 24], 'ftypisom'), 'video'],
    ['a WebM', bytes([0x1a, 0x45, 0xdf, 0xa3]), 'video'],
    ['an MP3', bytes('ID3'), 'audio'],
    ['a WAV', bytes('RIFF....WAVEfmt '), 'audio'],
    ['a PDF after other bytes', bytes('\xef\xbb\xbf\n%PDF-1.7'), 'deck'],
    ['a PPTX', zip(['[Content_Types].xml', 'ppt/presentation.xml']), 'deck'],
    ['an ODP', zip(['mimetype'], 'mimetypeapplication/vnd.oasis.opendocument.presentation'), 'deck'],
    ['an XLSX', zip(['[Content_Types].xml', 'xl/workbook.xml']), 'xlsx'],
    ['a DOCX', zip(['word/document.xml']), 'document'],
    ['an ODS', zip(['mimetype'], 'mimetypeapplication/vnd.oasis.opendocument.spreadsheet'), 'document'],
    ['a web package', zip(['index.html']), 'package'],
    ['a zip without a list', bytes('PK\x03\x04'), 'package'],
    ['an old Excel file', bytes([0xd0, 0xcf, 0x11, 0xe0]), 'xls'],
    ['a CSV', bytes('Dish,Price\nSoup,4.50\n"Tea, green",2\n'), 'csv'],
    ['a CSV of German Excel', bytes('Gericht;Preis\r\nSuppe;4,50\r\nK\xe4se;3,00\r\n'), 'csv'],
    ['a table with tabs in UTF-16', bytes([0xff, 0xfe], 'A\0\t\0B\0\n\0', '1\0\t\0', '2\0\n\0'), 'csv'],
    ['a calendar', bytes('BEGIN:VCALENDAR\r\nVERSION:2.0'), 'ical'],
    ['a shortcut', bytes('[InternetShortcut]\r\nURL=https://example.org/menu\r\n'), 'link'],
    [
      'a shortcut with other parts',
      bytes('[DEFAULT]\nBASEURL=http://a\n[InternetShortcut]\nURL=http://b\n'),
      'link',
    ],
    ['a text', bytes('Dear all, the canteen is closed on Monday.\nSee you on Tuesday.\n'), 'unknown'],
    ['a program', bytes('MZ\x90\0\x03\0'), 'unknown'],
    ['nothing', bytes(''), 'unknown'],
  ])('%s, whatever its name', async (_, content, kind) => {
    expect(await recognize(new File([content], 'holiday.png', { type: 'image/png' }))).toBe(kind)
  })

  test('a zip whose list is said to be huge is read up to a limit', async () => {
    const file = zip(['xl/workbook.xml'])
    const view = new DataView(file.buffer)
    view.setUint32(file.length - 10, 0xffffffff, true)
    expect(await recognize(new Blob([file]))).toBe('xlsx')
    view.setUint32(file.length - 6, 0xffffffff, true)
    expect(await recognize(new Blob([file]))).toBe('package')
  })

  test('a link is an address and nothing else', () => {
    expect(linkIn(' https://example.org/a?b ')).toBe('https://example.org/a?b')
    for (const text of [
      'example',
      'see https://example.org today',
      'javascript:alert(1)',
      'file:///etc/passwd',
    ])
      expect(linkIn(text)).toBeUndefined()
  })
})
