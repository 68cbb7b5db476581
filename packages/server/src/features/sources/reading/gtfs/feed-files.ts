import Papa from 'papaparse'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { Unreadable } from '#features/sources/reading/table.ts'

/** Far more than any feed has: some bring hundreds of fares. */
const ENTRIES_MAX = 1000
/** Unpacked bytes per feed, whatever its list claims; the whole of Germany has about 3 GB. */
const UNPACKED_MAX = 2 ** 30
/** Timetables shrink to a tenth. Only a bomb is so much larger inside, and only large ones matter. */
const RATIO_MAX = 100
const RATIO_FROM = 64 * 2 ** 20
/** Characters of a record. */
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

  /** Throws Unreadable for anything other than a ZIP, and when one of `required` is missing. */
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
   * Hands the values of `columns` of each record to `take`, '' for those that are missing; `take` answers false to end
   * early. A table that the feed doesn't have has no records.
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

  /** Hands lines to `read` until it answers false; quoted text with line breaks is in one of them. */
  async #lines(entry: Entry, read: (line: string) => boolean, damaged: () => Error): Promise<void> {
    const decoder = new TextDecoder()
    let rest = ''
    /** The beginning of a record whose quotes are still open. */
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
      // An endless line would fill the memory before it ends.
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
