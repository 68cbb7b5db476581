import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { crc32, deflateSync } from 'node:zlib'

const root = path.resolve(import.meta.dirname, '../..')
const MENU_BOARD = path.join(root, 'docs/examples/menu-board')

/** A PNG of one pixel in a unique color, which makes each a different file. */
export function png(color) {
  const chunk = (name, data) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const pixel = Buffer.from([0, color & 255, (color >> 8) & 255, (color >> 16) & 255])
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])),
    chunk('IDAT', deflateSync(pixel)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export const clip = () => readFileSync(path.join(root, 'packages/server/test/fixtures/clip.mp4'))

/** A zip archive with stored entries. */
function zip(entries) {
  const files = []
  const list = []
  let offset = 0
  for (const [name, content] of entries) {
    const [label, bytes] = [Buffer.from(name), Buffer.from(content)]
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x800, 2)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(bytes.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(label.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), common, label, bytes])
    list.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, place, label]))
    files.push(file)
    offset += file.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(Buffer.concat(list).length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...files, ...list, Buffer.from('PK\x05\x06'), end])
}

/** A web package that the server accepts. */
export const menuBoard = () =>
  zip(readdirSync(MENU_BOARD).map((name) => [name, readFileSync(path.join(MENU_BOARD, name))]))

/** A multipart body. `parts`: `{ field, name?, type?, content }`; without a name it is a text. */
export function multipart(parts, boundary) {
  const pieces = parts.flatMap(({ field, name, type, content }) => [
    `--${boundary}\r\ncontent-disposition: form-data; name="${field}"${name === undefined ? '' : `; filename="${name}"`}\r\n`,
    `${type ? `content-type: ${type}\r\n` : ''}\r\n`,
    content,
    '\r\n',
  ])
  return Buffer.concat([...pieces, `--${boundary}--\r\n`].map((piece) => Buffer.from(piece)))
}
