import Papa from 'papaparse'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { Unreadable } from '#data/sources/reading/table.ts'

/** Maximum entries, far more than any feed has. */
const ENTRIES_MAX = 1000
/** Maximum unpacked bytes per feed, whatever it declares; all of Germany has about 3 GB. */
const UNPACKED_MAX = 2 ** 30
/** Timetables compress to a tenth. Only a bomb unpacks to so much more, and only large ones matter. */
const RATIO_MAX = 100
const RATIO_FROM = 64 * 2 ** 20
/** Maximum characters per record. */
const RECORD_MAX = 65_536

const NO_FEED = "This isn't a GTFS feed: a ZIP with stops.txt, trips.txt, stop_times.txt, and others"

/** The tables of a GTFS feed, read one record at a time. */
export class FeedFiles {
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>
  #unpacked = 0

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip
    this.#entries = entries
  }

  /** Throws Unreadable for anything other than a ZIP, and if one of `required` is missing. */
  static async open(path: string, required: readonly string[]): Promise<FeedFiles> {
    const zip = await openPromise(path, { autoClose: false }).catch(() => {
      throw new Unreadable(NO_FEED)
    })
    const entries = new Map<string, Entry>()
    try {
      if (zip.entryCount > ENTRIES_MAX) throw new Unreadable('This feed contains too many files')
      for await (const entry of zip.eachEntry()) {
        // Some feeds are the ZIP of a folder.
        const name = /^(?:[^/]+\/)?([a-z_]+)\.txt$/i.exec(entry.fileName)?.[1]?.toLowerCase()
        if (name !== undefined && !entries.has(name)) entries.set(name, entry)
      }
    } catch (error) {
      zip.close()
      throw error instanceof Unreadable ? error : new Unreadable(NO_FEED)
    }
    const missing = required.filter((name) => !entries.has(name))
    if (missing.length === 0) return new FeedFiles(zip, entries)
    zip.close()
    if (missing.length === required.length) throw new Unreadable(NO_FEED)
    throw new Unreadable(`This GTFS feed lacks ${missing.map((name) => `${name}.txt`).join(' and ')}`)
  }

  has = (name: string): boolean => this.#entries.has(name)

  close(): void {
    this.#zip.close()
  }

  /**
   * Calls `take` for each record with the values of `columns`, '' for missing ones; `take` returns false to stop early.
   * A missing table has no records.
   */
  async each<Column extends string>(
    name: string,
    columns: readonly Column[],
    take: (record: Record<Column, string>) => unknown,
  ): Promise<void> {
    const entry = this.#entries.get(name)
    if (!entry) return
    let places: number[] | undefined
    const record = Object.fromEntries(columns.map((column) => [column, ''])) as Record<Column, string>
    const read = (line: string) => {
      const values = valuesOf(line)
      if (!places) {
        const names = values.map((value) => value.trim().toLowerCase())
        places = columns.map((column) => names.indexOf(column))
        return true
      }
      for (const [index, column] of columns.entries())
        record[column] = values[places[index] ?? -1]?.trim() ?? ''
      return take(record) !== false
    }
    const damaged = () => new Unreadable(`${name}.txt of this feed is damaged`)
    try {
      await this.#lines(entry, read, damaged)
    } catch (error) {
      throw error instanceof Unreadable ? error : damaged()
    }
  }

  /** Calls `read` for each line until it returns false; a line includes line breaks in quoted text. */
  async #lines(entry: Entry, read: (line: string) => boolean, damaged: () => Error): Promise<void> {
    const decoder = new TextDecoder()
    let rest = ''
    /** Start of a record whose quotes are still open. */
    let open = ''
    const takeLine = (line: string): boolean => {
      const record = open === '' ? line : `${open}\n${line}`
      if (record.length > RECORD_MAX) throw damaged()
      open = isQuoteOpen(record) ? record : ''
      return open !== '' || record.trim() === '' || read(record)
    }
    let size = 0
    for await (const piece of (await this.#zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
      this.#unpacked += piece.length
      size += piece.length
      if (this.#unpacked > UNPACKED_MAX) throw new Unreadable('This feed is larger than 1 GB unpacked')
      if (size > RATIO_FROM && size > entry.compressedSize * RATIO_MAX)
        throw new Unreadable('This feed is compressed too much to be safe')
      const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      // A line without an end would fill the memory.
      if (rest.length > RECORD_MAX) throw damaged()
      for (const line of lines) if (!takeLine(line)) return
    }
    if (!takeLine(rest + decoder.decode()) || open === '') return
    throw damaged()
  }
}

const isQuoteOpen = (text: string) => text.includes('"') && (text.split('"').length - 1) % 2 === 1

const valuesOf = (line: string): string[] =>
  line.includes('"') ? (Papa.parse<string[]>(line, { delimiter: ',' }).data[0] ?? []) : line.split(',')
