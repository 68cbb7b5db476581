// Rows in a local file, written and read without awaiting: inside a transaction, nothing but the database is awaited.
import { createHash } from 'node:crypto'
import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import type { Row } from './tables.ts'

const PIECE = 256 * 1024

export interface Written {
  rows: number
  bytes: number
  sha256: string
}

/** Writes a row per line. */
export class RowWriter {
  readonly #file: number
  readonly #hash = createHash('sha256')
  #waiting: string[] = []
  #length = 0
  #rows = 0
  #bytes = 0

  constructor(path: string) {
    this.#file = openSync(path, 'w', 0o600)
  }

  write(row: object): void {
    const line = `${JSON.stringify(row)}\n`
    this.#waiting.push(line)
    this.#length += line.length
    this.#rows++
    if (this.#length > PIECE) this.#flush()
  }

  #flush(): void {
    const piece = Buffer.from(this.#waiting.join(''))
    this.#waiting = []
    this.#length = 0
    this.#hash.update(piece)
    this.#bytes += piece.length
    for (let at = 0; at < piece.length; ) at += writeSync(this.#file, piece, at)
  }

  end(): Written {
    this.#flush()
    closeSync(this.#file)
    return { rows: this.#rows, bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }
}

const LINE_BREAK = 0x0a

/** The rows of a file that `RowWriter` wrote, or whose lines were checked. */
export function* rowsIn(path: string): Generator<Row> {
  const file = openSync(path, 'r')
  try {
    const piece = Buffer.alloc(PIECE)
    let started: Buffer[] = []
    for (let read = readSync(file, piece); read > 0; read = readSync(file, piece)) {
      let start = 0
      for (
        let end = piece.indexOf(LINE_BREAK);
        end >= 0 && end < read;
        end = piece.indexOf(LINE_BREAK, start)
      ) {
        started.push(piece.subarray(start, end))
        yield JSON.parse(Buffer.concat(started).toString()) as Row
        started = []
        start = end + 1
      }
      if (start < read) started.push(Buffer.from(piece.subarray(start, read)))
    }
  } finally {
    closeSync(file)
  }
}

/** Rows and characters of an insert: documents may have half a megabyte. */
const PART = { rows: 250, characters: 2 ** 20 }

/** The same, some at a time. */
export function* partsOf(path: string): Generator<Row[]> {
  let some: Row[] = []
  let characters = 0
  for (const row of rowsIn(path)) {
    some.push(row)
    for (const value of Object.values(row)) characters += typeof value === 'string' ? value.length : 8
    if (some.length < PART.rows && characters < PART.characters) continue
    yield some
    some = []
    characters = 0
  }
  if (some.length > 0) yield some
}
