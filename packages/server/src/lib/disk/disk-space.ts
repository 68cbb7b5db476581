import { randomBytes } from 'node:crypto'
import { open, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { Settings } from '#lib/env.ts'
import { storageFull } from '#lib/errors.ts'
import type { Log } from '#lib/log.ts'

/** Other programs can fill a disk in seconds. Reading the free space takes microseconds. */
const LOOK_MS = 1000
const MB = 2 ** 20
/** Share of a disk in use from which the server warns. */
const DISK_LOW = 0.9
/** Default reserve without DISK_RESERVE_MB: room for a full write-ahead log and many logins, less on small disks. */
const RESERVE_MAX = 64 * MB
const RESERVE_MIN = 8 * MB
const RESERVE_SHARE = 0.05
const RESERVE_FILE = 'vitrine.reserve'
/** Hysteresis: saving resumes only with this much more than the minimum. */
const ENOUGH = 1.25

export type DiskUse = 'database' | 'files'

export interface Disk {
  holds: DiskUse[]
  /** Bytes; `free` as available to this account, without the reserve. */
  total: number
  free: number
  /** Share in use, 0 to 1, as in `df`. */
  used: number
  status: 'ok' | 'low' | 'short'
}

interface Dependencies {
  settings: Pick<Settings, 'DATA_DIR' | 'DATABASE_URL' | 'DISK_RESERVE_MB'>
  log: Log
}

/**
 * Monitors the disks that the server writes to. When one is short, ordinary saves are refused early, and a reserve file
 * next to an embedded database is deleted: logins, deletions and takeovers keep working in its space. It is created
 * again once there is enough. `onShort` runs after every check of a short disk, `onEnough` after every other.
 */
export class DiskSpace {
  readonly #parts: Dependencies
  readonly #reserve: string
  #disks: Disk[] = []
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> = Promise.resolve()
  #databaseWasFull = false
  /** `now`: something was just deleted. */
  onShort: (now?: boolean) => void = () => {}
  onEnough: () => void = () => {}

  private constructor(parts: Dependencies) {
    this.#parts = parts
    this.#reserve = path.join(parts.settings.DATA_DIR, RESERVE_FILE)
  }

  /** Checks before anything else is opened, because a start needs space too. */
  static async open(parts: Dependencies): Promise<DiskSpace> {
    const space = new DiskSpace(parts)
    await space.look()
    space.#timer = setInterval(() => void space.look(), LOOK_MS)
    return space
  }

  get disks(): readonly Disk[] {
    return this.#disks
  }

  /** Whether writes to this part may fail at any moment. */
  isShort(part: DiskUse): boolean {
    if (part === 'database' && this.#databaseWasFull) return true
    return this.#disks.some(({ holds, status }) => status === 'short' && holds.includes(part))
  }

  /** Throws STORAGE_FULL if there is no space for an ordinary save, or for an upload of this size. */
  refuse(isUpload: boolean, bytes = 0): void {
    const room = this.#disks.find(({ holds }) => holds.includes('files'))
    if (isUpload && (this.isShort('files') || (room && bytes > room.free))) throw storageFull()
    if (this.#disks.some(({ holds, status }) => status === 'short' && holds.includes('database')))
      throw storageFull()
  }

  /** Call after the database reported a full disk: releases the reserve. */
  async makeRoom(): Promise<void> {
    const had = this.#parts.settings.DATABASE_URL ? 0 : await sizeOf(this.#reserve)
    // PostgreSQL's disk can't be measured from here, nor can a quota.
    this.#noteDatabase(true)
    if (had > 0) await this.#release('the database has no room')
    await this.look()
  }

  /** Call after a successful ordinary save. */
  wrote(): void {
    if (this.#databaseWasFull) this.#noteDatabase(false)
  }

  /** Runs one check at a time; resolves when a check that began after this call has ended. */
  look(): Promise<void> {
    this.#looking = this.#looking
      .then(() => this.#look())
      .catch((error) => this.#parts.log.warn({ err: error }, "The free disk space can't be read"))
    return this.#looking
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#looking
  }

  async #look(): Promise<void> {
    const { DATA_DIR, DATABASE_URL } = this.#parts.settings
    const before = this.#disks
    const files = path.join(DATA_DIR, 'files')
    const [data, other] = await Promise.all([deviceOf(DATA_DIR), deviceOf(files)])
    const isOne = other === undefined || other === data
    const main: DiskUse[] = [
      ...(DATABASE_URL ? [] : ['database' as const]),
      ...(isOne ? ['files' as const] : []),
    ]
    const disks = [await this.#measure(DATA_DIR, main)]
    if (!isOne) disks.push(await this.#measure(files, ['files']))
    this.#disks = disks
    for (const [index, disk] of disks.entries()) this.#notify(disk, before[index])
    if (disks.some(({ status }) => status === 'short')) this.onShort()
    else if (!this.#databaseWasFull) this.onEnough()
  }

  async #measure(folder: string, holds: DiskUse[]): Promise<Disk> {
    const { bsize, blocks, bfree, bavail } = await statfs(folder)
    const total = blocks * bsize
    const minimum = this.#minimum(total)
    const keepsReserve = holds.includes('database') && minimum > 0
    const reserved = keepsReserve ? await sizeOf(this.#reserve) : 0
    // Space for ordinary saves: a released reserve must be restored first.
    const free = Math.max(0, bavail * bsize - (keepsReserve ? minimum - reserved : 0))
    const inUse = (blocks - bfree) * bsize
    const used = inUse + bavail * bsize === 0 ? 1 : inUse / (inUse + bavail * bsize)
    const wasShort = this.#disks.some((disk) => disk.status === 'short' && disk.holds.join() === holds.join())
    const isShort = minimum > 0 && free < minimum * (wasShort ? ENOUGH : 1)
    if (keepsReserve) {
      if (reserved > 0 && bavail * bsize < minimum / 2) await this.#release('the disk is full')
      else if (!this.#databaseWasFull && reserved !== minimum && free >= minimum * ENOUGH)
        await this.#make(minimum)
    }
    return { holds, total, free, used, status: isShort ? 'short' : used >= DISK_LOW ? 'low' : 'ok' }
  }

  /** Bytes that ordinary saves leave free, which is also the size of the reserve. */
  #minimum(total: number): number {
    const { DISK_RESERVE_MB } = this.#parts.settings
    if (DISK_RESERVE_MB !== undefined) return DISK_RESERVE_MB * MB
    return Math.round(Math.min(RESERVE_MAX, Math.max(RESERVE_MIN, total * RESERVE_SHARE)))
  }

  /** Random bytes, because file systems with compression would store zeros in no space. */
  async #make(bytes: number): Promise<void> {
    const piece = randomBytes(Math.min(bytes, MB))
    const file = await open(this.#reserve, 'w')
    try {
      for (let left = bytes; left > 0; left -= piece.length)
        await file.write(piece, 0, Math.min(left, piece.length))
      await file.sync()
    } catch (error) {
      await rm(this.#reserve, { force: true })
      throw error
    } finally {
      await file.close()
    }
  }

  async #release(why: string): Promise<void> {
    const bytes = await sizeOf(this.#reserve)
    if (bytes === 0) return
    await rm(this.#reserve, { force: true })
    this.#parts.log.warn(
      { bytes, why },
      'Released the disk reserve so logins, deletions, and takeovers keep working',
    )
  }

  #notify(disk: Disk, before: Disk | undefined): void {
    if (disk.status === (before?.status ?? 'ok')) return
    const facts = { ...disk, usedPercent: Math.floor(disk.used * 100) }
    if (disk.status === 'ok') this.#parts.log.info(facts, 'There is enough disk space again')
    else if (disk.status === 'low') this.#parts.log.warn(facts, 'The disk is 90 % full')
    else this.#parts.log.error(facts, 'The disk is full: ordinary saves and uploads are refused')
  }

  #noteDatabase(isFull: boolean): void {
    if (this.#databaseWasFull === isFull) return
    this.#databaseWasFull = isFull
    if (isFull) this.#parts.log.error("The database's disk is full: saves fail until space is freed")
    else this.#parts.log.info('The database accepts writes again')
  }
}

const sizeOf = async (file: string) => (await stat(file).catch(() => undefined))?.size ?? 0
const deviceOf = async (folder: string) => (await stat(folder).catch(() => undefined))?.dev
