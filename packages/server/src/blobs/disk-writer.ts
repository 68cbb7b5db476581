import { type FileHandle, open } from 'node:fs/promises'

/** A request arrives in pieces of at most 64 kB; they go to the disk together. Bytes. */
const BATCH = 2 ** 20
/** So many bytes at a time are flushed while the rest still arrives, which leaves little to wait for at the end. */
const FLUSH_EVERY = 64 * 2 ** 20

/**
 * Writes a file as it arrives: while one batch is on its way to the disk the next one gathers (450 MB/s of an
 * upload instead of 320 MB/s by a write stream, which waits for each of its buffers).
 */
export class DiskWriter {
  readonly #handle: FileHandle
  #batch: Buffer[] = []
  #gathered = 0
  #unflushed = 0
  #writing: Promise<void> = Promise.resolve()
  #flushing: Promise<void> | undefined

  private constructor(handle: FileHandle) {
    this.#handle = handle
  }

  static async create(file: string): Promise<DiskWriter> {
    return new DiskWriter(await open(file, 'wx'))
  }

  /** Continues at the end of a file, creating it if needed. */
  static async append(file: string): Promise<DiskWriter> {
    return new DiskWriter(await open(file, 'a'))
  }

  /** Resolves when there is room for more; a failure of an earlier write shows here or in `finish`. */
  async write(piece: Buffer): Promise<void> {
    this.#batch.push(piece)
    this.#gathered += piece.length
    if (this.#gathered >= BATCH) await this.#send()
  }

  /** When this resolves, everything is on the disk. */
  async finish(): Promise<void> {
    await this.#send()
    await this.#writing
    await this.#flushing
    await this.#handle.sync()
  }

  async close(): Promise<void> {
    await Promise.allSettled([this.#writing, this.#flushing])
    await this.#handle.close()
  }

  async #send(): Promise<void> {
    const [pieces, size] = [this.#batch, this.#gathered]
    this.#batch = []
    this.#gathered = 0
    await this.#writing
    this.#writing = this.#writeAll(pieces, size)
    // The next await gets the failure; until then it must not count as an unhandled rejection.
    this.#writing.catch(() => {})
    this.#unflushed += size
    if (this.#unflushed >= FLUSH_EVERY && !this.#flushing) this.#flush()
  }

  async #writeAll(pieces: Buffer[], size: number): Promise<void> {
    const { bytesWritten } = await this.#handle.writev(pieces)
    // A disk that is nearly full takes a part; writing the rest says why.
    if (bytesWritten < size) await this.#handle.writeFile(Buffer.concat(pieces).subarray(bytesWritten))
  }

  /** The system reports a failed flush only once, so it is kept for the next await. */
  #flush(): void {
    this.#unflushed = 0
    this.#flushing = this.#handle.datasync().then(() => {
      this.#flushing = undefined
    })
    this.#flushing.catch(() => {})
  }
}
