import { deflateSync } from 'node:zlib'

interface PdfOptions {
  /** Drawing operators of a page, by its number. */
  content?: (page: number) => string
  /** In points. */
  box?: readonly [left: number, bottom: number, right: number, top: number]
  /** More entries of the catalog: scripts, actions. */
  catalog?: string
  /** More entries of the trailer: encryption. */
  trailer?: string
  /** More objects, numbered from `EXTRA`. */
  extra?: readonly (string | Buffer)[]
}

/** Number of the first object in `extra`, so the pages must need fewer objects. */
export const EXTRA = 5000

const colored = (page: number) =>
  `${(page % 10) / 10} 0.4 0.7 rg 0 0 960 540 re f BT /F1 60 Tf 60 300 Td 0 0 0 rg (Page ${page}) Tj ET`

/** A PDF with this many pages, each in its own color and with its number in a font that isn't embedded. */
export function pdf(pages: number, options: PdfOptions = {}): Buffer {
  const { content = colored, box = [0, 0, 960, 540], catalog = '', trailer = '', extra = [] } = options
  const objects = new Map<number, Buffer>()
  const put = (id: number, body: string | Buffer) =>
    objects.set(id, typeof body === 'string' ? Buffer.from(body, 'latin1') : body)
  put(1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`)
  put(3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  const kids: string[] = []
  for (let page = 1; page <= pages; page++) {
    const [id, stream] = [2 + 2 * page, 3 + 2 * page]
    put(stream, streamOf(content(page)))
    put(
      id,
      `<< /Type /Page /Parent 2 0 R /MediaBox [${box.join(' ')}] /Contents ${stream} 0 R /Resources << /Font << /F1 3 0 R >> /XObject << /X1 ${EXTRA} 0 R >> >> >>`,
    )
    kids.push(`${id} 0 R`)
  }
  put(2, `<< /Type /Pages /Count ${pages} /Kids [${kids.join(' ')}] >>`)
  for (const [index, body] of extra.entries()) put(EXTRA + index, body)
  return fileOf(objects, trailer)
}

/** A compressed stream as the body of an object. */
export function streamOf(content: string | Buffer, entries = ''): Buffer {
  const packed = deflateSync(typeof content === 'string' ? Buffer.from(content, 'latin1') : content)
  return Buffer.concat([
    Buffer.from(`<< /Length ${packed.length} /Filter /FlateDecode ${entries} >>\nstream\n`),
    packed,
    Buffer.from('\nendstream'),
  ])
}

function fileOf(objects: ReadonlyMap<number, Buffer>, trailer: string): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')]
  let position = 9
  const table: string[] = ['0 1\n0000000000 65535 f \n']
  for (const [id, body] of [...objects].sort(([a], [b]) => a - b)) {
    const bytes = Buffer.concat([Buffer.from(`${id} 0 obj\n`), body, Buffer.from('\nendobj\n')])
    table.push(`${id} 1\n${String(position).padStart(10, '0')} 00000 n \n`)
    parts.push(bytes)
    position += bytes.length
  }
  const size = Math.max(...objects.keys()) + 1
  parts.push(
    Buffer.from(
      `xref\n${table.join('')}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${position}\n%%EOF`,
    ),
  )
  return Buffer.concat(parts)
}
