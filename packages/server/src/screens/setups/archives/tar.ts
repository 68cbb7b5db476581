import { gzipSync } from 'node:zlib'

export interface ArchiveFile {
  /** Relative, with slashes. */
  name: string
  content: string | Buffer
  /** Permissions; absent: 0644. */
  mode?: number
}

const BLOCK = 512
/** A fixed date makes the bytes reproducible: signing tools and caches compare them. */
export const MADE = new Date(Date.UTC(2026, 0, 1))

/** A gzipped ustar archive of files and their folders, with names of at most 100 bytes. */
export function tarGz(files: readonly ArchiveFile[]): Buffer {
  const folders = [...new Set(files.flatMap(({ name }) => foldersOf(name)))].sort()
  const blocks = [
    ...folders.map((name) => header(`${name}/`, 0, '5', 0o755)),
    ...files.flatMap(({ name, content, mode = 0o644 }) => {
      const bytes = Buffer.from(content)
      return [header(name, bytes.length, '0', mode), bytes, Buffer.alloc(-bytes.length & (BLOCK - 1))]
    }),
    Buffer.alloc(2 * BLOCK),
  ]
  return gzipSync(Buffer.concat(blocks))
}

const foldersOf = (name: string): string[] => {
  const parts = name.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

/** POSIX ustar: fixed fields, octal numbers, and a checksum computed with its own field as spaces. */
function header(name: string, size: number, type: '0' | '5', mode: number): Buffer {
  const block = Buffer.alloc(BLOCK)
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`
  block.write(name, 0, 100)
  block.write(octal(mode, 8), 100)
  block.write(octal(0, 8), 108)
  block.write(octal(0, 8), 116)
  block.write(octal(size, 12), 124)
  block.write(octal(MADE.getTime() / 1000, 12), 136)
  block.write(' '.repeat(8), 148)
  block.write(type, 156)
  block.write('ustar\x0000', 257)
  const sum = block.reduce((total, byte) => total + byte, 0)
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return block
}
