import { deflateSync } from 'node:zlib'
import { EXTRA, pdf, streamOf } from '#test/pdf.ts'
import { filled, type HostileDocument, MB } from './document.ts'

const PASSWORD = `/Encrypt << /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >> /ID [<00><00>]`
const changed = (find: string | RegExp, put: string) =>
  Buffer.from(pdf(1).toString('latin1').replace(find, put), 'latin1')

const FORM = '/Type /XObject /Subtype /Form /BBox [0 0 9 9]'
const image = (entries: string) =>
  `/Type /XObject /Subtype /Image /BitsPerComponent 8 /ColorSpace /DeviceGray ${entries}`
const showing = (...extra: Buffer[]) => pdf(1, { content: () => '960 0 0 540 0 0 cm /X1 Do', extra })
/** A stream with already compressed content. */
const packed = (content: Buffer, entries: string) =>
  Buffer.concat([
    Buffer.from(`<< /Length ${content.length} ${entries} >>\nstream\n`),
    content,
    Buffer.from('\nendstream'),
  ])
/** Run-length encoded: two bytes per run of 128 equal bytes. */
const runs = (size: number) => filled(Math.ceil(size / 128) * 2, Buffer.from([129, 0x20]))
const stroke = '0 0 m 1 1 l S '
const twice = (n: number) =>
  streamOf(
    '/X1 Do /X2 Do',
    `${FORM} /Resources << /XObject << /X1 ${EXTRA + n + 1} 0 R /X2 ${EXTRA + n + 1} 0 R >> >>`,
  )

export const HOSTILE_PDFS: readonly HostileDocument[] = [
  ['pdf', '2,000 pages', () => pdf(2000), /has 2,000 pages\. The limit is 300\./],
  ['pdf', 'a billion pages', () => changed('/Count 1 ', '/Count 1000000000 '), 'any'],
  ['pdf', 'a password', () => pdf(1, { trailer: PASSWORD }), /has a password/],
  ['pdf', 'half a file', () => pdf(3).subarray(0, 400), /is damaged or incomplete|has no pages/],
  ['pdf', 'an xref that is elsewhere', () => changed('startxref\n', 'startxref\n9'), 'read'],
  ['pdf', 'an xref of rubbish', () => changed(/xref\n[^t]*trailer/, 'xref\n9 9\nx trailer'), 'read'],
  [
    'pdf',
    'an xref that leads to itself',
    () => changed('/Root 1 0 R', `/Root 1 0 R /Prev ${pdf(1).lastIndexOf('xref\n0')}`),
    'read',
  ],
  ['pdf', 'pages in themselves', () => changed('/Kids [4 0 R]', '/Kids [2 0 R]'), /damaged/],
  [
    'pdf',
    'a drawing of 500 MB in runs',
    () => showing(packed(runs(500 * MB), `${FORM} /Filter /RunLengthDecode`)),
    /memory|too long/,
  ],
  [
    'pdf',
    'a picture of 500 MB in packed runs',
    () =>
      showing(
        packed(
          deflateSync(runs(500 * MB)),
          image('/Width 7000 /Height 7000 /Filter [/FlateDecode /RunLengthDecode]'),
        ),
      ),
    'read',
  ],
  [
    'pdf',
    'bombs in bombs',
    () =>
      showing(
        packed(
          deflateSync(deflateSync(filled(400 * MB, stroke))),
          `${FORM} /Filter [/FlateDecode /FlateDecode]`,
        ),
      ),
    /memory|too long/,
  ],
  [
    'pdf',
    'a picture of a gigapixel',
    () => showing(streamOf(filled(1000, 'x'), image('/Width 40000 /Height 40000'))),
    'read',
  ],
  [
    'pdf',
    'forms in forms, twice each',
    () => showing(...Array.from({ length: 40 }, (_, n) => twice(n))),
    /memory|too long/,
  ],
  [
    'pdf',
    'scripts',
    () => pdf(1, { catalog: '/OpenAction << /S /JavaScript /JS (while (true) {}) >>' }),
    'read',
  ],
]
