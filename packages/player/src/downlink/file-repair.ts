import { errorMessage } from '#lib/api.ts'
import { sleep } from '#lib/time/alarm.ts'
import type { Clock } from '#lib/time/clock.ts'
import { hashBlob } from './download.ts'
import type { Library } from './library.ts'
import { PART_KINDS, type Parts } from './parts.ts'
import { createSha256 } from './sha256.ts'
import type { FileStore } from './stores/file-store.ts'

interface Options {
  store: Pick<FileStore, 'list' | 'blob' | 'remove'>
  library: Pick<Library, 'recheck'>
  clock: Pick<Clock, 'monotonic'>
  report: (problem: string) => void
}

/** The share of time spent checking; playback gets the rest. */
const SHARE = 0.1

/**
 * Rereads stored files against bit rot, deletes those that don't match their hash, and lets the library download them
 * again. A valid file is read once per start.
 */
export class FileRepair {
  readonly #right = new Set<string>()
  #closed = false
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  close(): void {
    this.#closed = true
  }

  /** Checks every stored file, slowly. */
  checkAll = async (): Promise<void> => {
    const { store, clock } = this.#options
    for (const sha256 of (await store.list()).keys()) {
      const began = clock.monotonic()
      await this.#check([sha256])
      await sleep((clock.monotonic() - began) * (1 / SHARE - 1))
      if (this.#closed) return
    }
  }

  /** Checks the files of a page that failed to show something. */
  repair = async (page: object, parts: Parts): Promise<void> => {
    await this.#check(filesOf(page, parts))
    await this.#options.library.recheck()
  }

  async #check(files: Iterable<string>): Promise<void> {
    const { store, library, report } = this.#options
    for (const sha256 of files) {
      if (this.#right.has(sha256)) continue
      this.#right.add(sha256)
      const found = await sha256Kept(store, sha256).catch(errorMessage)
      if (found === undefined || found === sha256) continue
      report(`${sha256.slice(0, 12)} is damaged on disk`)
      this.#right.delete(sha256)
      await store.remove(sha256)
      await library.recheck()
    }
  }
}

/** The SHA-256 of a stored file; `undefined` if it is missing. */
async function sha256Kept(store: Options['store'], sha256: string): Promise<string | undefined> {
  const blob = await store.blob(sha256)
  if (!blob) return undefined
  const hash = createSha256()
  await hashBlob(blob, hash)
  return hash.hex()
}

/** All media files that a page references. */
function filesOf(page: object, parts: Parts): Set<string> {
  const whole = JSON.stringify(page)
  const found = new Set<string>()
  for (const kind of PART_KINDS)
    for (const [id, { sha256, files, pageId }] of Object.entries(parts[kind]?.body.media ?? {}))
      if (pageId === undefined && whole.includes(id))
        for (const each of files ? Object.values(files) : [sha256]) found.add(each)
  return found
}
