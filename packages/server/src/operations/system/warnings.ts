import type { Warning } from '@vitrine/contract/api/operations/system'
import { unsentMessages } from '#base/outbox/queries.ts'
import type { Db } from '#db/schema.ts'
import { type Clock, isoTime } from '#lib/clock.ts'
import type { DiskSpace } from '#lib/disk/disk-space.ts'
import type { Settings } from '#lib/env.ts'
import type { Certificate } from '#lib/http/certificate.ts'
import type { Log } from '#lib/log.ts'
import { ClockCheck, type ClockState } from './clock-check.ts'

const LOOK_MS = 60_000
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Milliseconds before its end by which a certificate should have been renewed. */
const CERTIFICATE_MS = 21 * DAY
/** One missed night, and some hours for a slow backup. */
const BACKUP_MS = 50 * HOUR
const BACKUP_JOB = 'backup'
/** Jobs whose failures aren't about one piece of work, but about what keeps the data safe. */
const FAILURES: Record<string, Warning['kind']> = {
  [BACKUP_JOB]: 'backup-failed',
  'restore-drill': 'drill-failed',
}

interface Dependencies {
  database: Db
  disk: DiskSpace
  certificate: Certificate | null
  readiness: { failures(): Promise<Readonly<Record<keyof typeof NOT_READY, string | null>> | null> }
  clock: Clock
  log: Log
  settings: Pick<Settings, 'BACKUP_AT'>
}

/** A warning for each part without which the server isn't ready. */
const NOT_READY = {
  database: 'database-failed',
  writes: 'writes-failed',
  files: 'files-failed',
  changes: 'changes-late',
  clock: 'clock-wrong',
} as const satisfies Record<string, Warning['kind']>

type Facts = Partial<Warning> & Pick<Warning, 'kind'>

/** What needs attention about the server. Each is logged once when it begins and once when it ends. */
export class Warnings {
  readonly #parts: Dependencies
  readonly #clockCheck: ClockCheck
  readonly #timer: NodeJS.Timeout
  #clockState: ClockState = { jump: null, difference: 0 }
  #known = new Set<string>()
  #looking: Promise<void> = Promise.resolve()

  constructor(parts: Dependencies) {
    this.#parts = parts
    this.#clockCheck = new ClockCheck(parts)
    this.#timer = setInterval(() => void this.look(), LOOK_MS)
    void this.look()
  }

  look(): Promise<void> {
    this.#looking = this.#looking
      .then(() => this.#look())
      .catch((error) => this.#parts.log.warn({ err: error }, "Checking the server's state failed"))
    return this.#looking
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#looking
  }

  async current(): Promise<Warning[]> {
    const notReady = await this.#notReady()
    const isReadable = notReady.every(({ kind }) => kind !== 'database-failed')
    const found = [
      ...this.#disks(),
      ...notReady,
      ...this.#certificate(),
      ...(isReadable ? [...(await this.#files()), ...(await this.#jobs()), ...(await this.#messages())] : []),
      ...this.#clock(),
    ]
    return found.map((facts) => ({ ...NOTHING, ...facts }))
  }

  async #look(): Promise<void> {
    // On a full disk the time isn't stored: the space is reserved for logins and deletions.
    if (!this.#parts.disk.isShort('database'))
      await this.#clockCheck.look().then(
        (state) => {
          this.#clockState = state
        },
        (error: unknown) => this.#parts.log.warn({ err: error }, "Checking the server's clock failed"),
      )
    const warnings = await this.current()
    const now = new Map(warnings.map((warning) => [`${warning.kind} ${warning.name ?? ''}`, warning]))
    for (const [key, warning] of now)
      if (!this.#known.has(key)) this.#parts.log.warn({ event: 'warning', ...warning }, 'Needs attention')
    for (const key of this.#known)
      if (!now.has(key))
        this.#parts.log.info({ event: 'warning ended', warning: key }, 'No longer needs attention')
    this.#known = new Set(now.keys())
  }

  #disks(): Facts[] {
    const { disk } = this.#parts
    const found = disk.disks.flatMap(({ status, used, free }): Facts[] => {
      if (status === 'ok') return []
      const kind = status === 'low' ? 'disk-low' : 'disk-full'
      return [{ kind, percent: Math.floor(used * 100), bytes: free }]
    })
    const isSaid = found.some(({ kind }) => kind === 'disk-full')
    // PostgreSQL's disk, or a quota: it can't be measured from here.
    return isSaid || !disk.isShort('database') ? found : [{ kind: 'disk-full' }, ...found]
  }

  async #notReady(): Promise<Facts[]> {
    const failures = await this.#parts.readiness.failures()
    const parts = Object.entries(NOT_READY) as [keyof typeof NOT_READY, Warning['kind']][]
    return parts.flatMap(([part, kind]) => (failures?.[part] ? [{ kind, reason: failures[part] }] : []))
  }

  #certificate(): Facts[] {
    const { certificate, clock } = this.#parts
    if (!certificate) return []
    const { problem: reason, chainProblem, endsAt } = certificate
    const left = endsAt - clock.now()
    const at = isoTime(endsAt)
    const found: Facts[] = reason ? [{ kind: 'certificate-unreadable', reason, at }] : []
    if (chainProblem) found.push({ kind: 'certificate-incomplete', reason: chainProblem })
    if (left <= CERTIFICATE_MS) found.push({ kind: left <= 0 ? 'certificate-ended' : 'certificate-ends', at })
    return found
  }

  async #messages(): Promise<Facts[]> {
    const { database, clock } = this.#parts
    const unsent = await unsentMessages(database, clock.now())
    return unsent.map(({ channel, count, reason }) => ({ kind: `${channel}-failed` as const, count, reason }))
  }

  /** Only unrepaired files: those that a screen or a backup repairs between two checks need no attention. */
  async #files(): Promise<Facts[]> {
    const { count } = await this.#parts.database
      .selectFrom('damaged_files')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('mendedAt', 'is', null)
      .executeTakeFirstOrThrow()
    return Number(count) === 0 ? [] : [{ kind: 'files-damaged', count: Number(count) }]
  }

  async #jobs(): Promise<Facts[]> {
    const { database, clock, settings } = this.#parts
    const jobs = await database.selectFrom('jobs').selectAll().orderBy('id').execute()
    return jobs.flatMap(({ id, error, finishedAt, startedAt, succeededAt }): Facts[] => {
      const isBackup = id === BACKUP_JOB
      const at = finishedAt === null ? null : isoTime(finishedAt)
      if (error !== null) return [{ kind: FAILURES[id] ?? 'job-failed', name: id, reason: error, at }]
      const since = succeededAt ?? startedAt ?? clock.now()
      if (!isBackup || settings.BACKUP_AT === 'never' || clock.now() - since <= BACKUP_MS) return []
      return [{ kind: 'backup-old', name: id, at: succeededAt === null ? null : isoTime(succeededAt) }]
    })
  }

  #clock(): Facts[] {
    const { jump, difference } = this.#clockState
    const found: Facts[] = []
    if (jump) found.push({ kind: 'clock-jumped', seconds: Math.round(jump.by / 1000), at: isoTime(jump.at) })
    if (difference) found.push({ kind: 'clock-differs', seconds: Math.round(difference / 1000) })
    return found
  }
}

const NOTHING = { percent: null, bytes: null, at: null, name: null, reason: null, count: null, seconds: null }
