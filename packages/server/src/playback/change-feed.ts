import { randomUUID } from 'node:crypto'
import type { Change } from '#base/change.ts'
import { ChangeReader, writeChange } from '#db/between-servers/changes.ts'
import { NOTICE_MAX, NoticeLine, notify } from '#db/between-servers/notices.ts'
import { poolOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { Log } from '#lib/log.ts'
import type { CommandMessage } from './commands.ts'
import { chunksBySize, type News } from './news.ts'

/** Milliseconds between two reads without a notice, after a failed read, and until this process counts as behind. */
const READ_MS = 10_000
const RETRY_MS = 1000
const BEHIND_MS = 15_000

/** A message between processes that the database doesn't store; without content it announces stored changes. */
interface Notice {
  from: string
  news?: News[]
  command?: CommandMessage
}

interface Listener {
  /** Changes of other processes. */
  onChanges(changes: readonly Change[]): void
  onNews(news: readonly News[]): void
  onCommand(command: CommandMessage): void
  /** `changes`: anything may have changed. Without: only news may be missing. */
  onGap(missed: { changes: boolean }): void
}

interface Dependencies {
  database: Db
  log: Log
  listener: Listener
  /** Shorter in tests. Milliseconds. */
  probeMs?: number
}

/**
 * Messages between the server processes on one database. Changes are rows, written in the transaction they describe and
 * read from the reader's last position: a notification only announces them. News and commands are notifications only,
 * because a console reloads everything after a gap and a command expires within seconds.
 */
export class ChangeFeed {
  readonly #database: Db
  readonly #log: Log
  readonly #listener: Listener
  readonly #self = randomUUID()
  #line: NoticeLine | undefined
  #reader: ChangeReader | undefined
  #timer: NodeJS.Timeout | undefined
  #reading: Promise<void> | undefined
  #isAsked = false
  #readAt = performance.now()
  #closed = false

  private constructor({ database, log, listener }: Dependencies) {
    this.#database = database
    this.#log = log
    this.#listener = listener
  }

  static async open(parts: Dependencies): Promise<ChangeFeed> {
    const feed = new ChangeFeed(parts)
    const { database, log, probeMs } = parts
    if (!poolOf(database)) return feed
    const listener = {
      onText: (text: string) => feed.#receive(text),
      onGap: () => {
        parts.listener.onGap({ changes: false })
        feed.#wake()
      },
    }
    feed.#line = await NoticeLine.open(database, log, listener, probeMs ? { probeMs } : {})
    // After the listener is set up: every later commit is read, and nothing was computed before.
    feed.#reader = await ChangeReader.open(database, feed.#self)
    feed.#schedule(READ_MS)
    return feed
  }

  /** Whether other processes may be listening. */
  get isShared(): boolean {
    return this.#line !== undefined
  }

  /** Why this process may have missed recent changes; null if it has not. */
  behind(): string | null {
    if (!this.#line) return null
    const seconds = Math.round((performance.now() - this.#readAt) / 1000)
    if (seconds * 1000 > BEHIND_MS) return `Changes were last read ${seconds} seconds ago`
    return this.#line.failure()
  }

  /** Notifies the other processes when `tx` commits. */
  async announce(tx: Db, changes: readonly Change[], news: readonly News[]): Promise<void> {
    if (changes.length) {
      await writeChange(tx, this.#self, JSON.stringify(changes))
      await this.relay({}, tx)
    }
    for (const each of chunksBySize(news, NOTICE_MAX - 200)) await this.relay({ news: each }, tx)
  }

  /** Returns whether other processes may receive it. */
  async relay(notice: Omit<Notice, 'from'>, tx: Db = this.#database): Promise<boolean> {
    await notify(tx, JSON.stringify({ from: this.#self, ...notice } satisfies Notice))
    return this.isShared
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    await this.#line?.close()
    await this.#reading
  }

  #receive(text: string): void {
    const { from, news, command } = JSON.parse(text) as Notice
    if (from === this.#self || this.#closed) return
    if (news) this.#listener.onNews(news)
    else if (command) this.#listener.onCommand(command)
    else this.#wake()
  }

  #schedule(milliseconds: number): void {
    clearTimeout(this.#timer)
    if (!this.#closed) this.#timer = setTimeout(() => this.#wake(), milliseconds)
  }

  /** Of many notices in a row, the last triggers one read for all. */
  #wake(): void {
    this.#isAsked = true
    if (!this.#closed) this.#reading ??= this.#readAll().finally(() => (this.#reading = undefined))
  }

  async #readAll(): Promise<void> {
    try {
      while (this.#isAsked && !this.#closed) {
        this.#isAsked = false
        await this.#read()
      }
      this.#schedule(READ_MS)
    } catch (error) {
      this.#log.warn({ err: error }, 'Reading the changes of other servers failed')
      this.#schedule(RETRY_MS)
    }
  }

  async #read(): Promise<void> {
    const began = performance.now()
    const found = await this.#reader?.read()
    if (!found) return
    this.#readAt = began
    if (found.hasGap) return this.#listener.onGap({ changes: true })
    const changes = new Map(
      found.texts
        .flatMap((text) => JSON.parse(text) as Change[])
        .map((change) => [`${change.kind} ${change.id}`, change]),
    )
    if (changes.size) this.#listener.onChanges([...changes.values()])
  }
}
