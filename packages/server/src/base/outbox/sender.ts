import { setTimeout } from 'node:timers/promises'
import { hoursBegan, isWithinHours } from '@vitrine/contract/schedule/daily-hours'
import type { Selectable } from 'kysely'
import type { Db } from '#db/schema.ts'
import type { OutboxTable } from '#db/tables/accounts.ts'
import { type Clock, isoTime } from '#lib/clock.ts'
import type { Settings } from '#lib/env.ts'
import { EgressRefused } from '#lib/http/egress/refused.ts'
import type { Log } from '#lib/log.ts'
import type { Seal } from '#lib/security/seal.ts'
import { type Carrier, RefusedForGood, smtpCarrier } from './mail.ts'
import { eraseSecrets, type QuietHours, type RichMail } from './queries.ts'
import { smsCarrier } from './sms.ts'
import { webhookCarrier } from './webhook.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/**
 * Delays after the first, second … failed attempt; after the last one the sender gives up. It does so immediately if the
 * receiver's address or the message is refused for good: only a person changes that.
 */
const RETRY_AFTER = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * MINUTE)
const LONGEST_WAIT = Math.max(...RETRY_AFTER)
/** A message claimed by a process that crashed is released after this long; one being sent is claimed again before. */
const CLAIM = 2 * MINUTE
const CLAIM_AGAIN = CLAIM / 4
const LOOK_EVERY = 15_000
const SOON = 50
const AT_ONCE = 20
/** Organizations that take turns with a provider; others have theirs afterwards. */
const OWNERS = 500
/** Concurrent calls per webhook. */
const CALLS_AT_ONCE = 4
/** Webhooks called at the same time, and those that are looked at, of which organizations take turns. */
const RECEIVERS = 100
const RECEIVERS_DUE = 1000
const KEEP = 30 * DAY
/** A server that stops waits this long for answers to its messages: `docker stop` kills after ten seconds. */
const STOP_GRACE = 2000

type Channel = OutboxTable['channel']
type Message = Selectable<OutboxTable>
/** Messages that are sent in sequence: those of a provider, or of an organization to one webhook. */
type Lane = { channel: 'mail' | 'sms' } | Webhook
interface Webhook {
  channel: 'webhook'
  owner: string
  recipient: string
}
const PROVIDERS = ['mail', 'sms'] as const
const keyOf = (lane: Lane) =>
  'owner' in lane ? `${lane.channel} ${lane.owner} ${lane.recipient}` : lane.channel

interface Dependencies {
  database: Db
  clock: Clock
  log: Log
  settings: Pick<Settings, 'SMTP_URL' | 'SMTP_TLS' | 'MAIL_FROM' | 'SMS_URL' | 'SMS_FROM' | 'LOCAL_HOSTS'>
  seal: Seal
  /** Sends only messages from its own calls, and leaves the rest to other servers. */
  idle?: boolean
}

/**
 * Sends the messages in the outbox. Any number of servers may run one: each message is claimed by one of them. A slow
 * or dead webhook delays only its own messages, and organizations take turns with a provider. Delivery is at least once: if a process crashes between sending and
 * recording it, the message is sent again.
 */
export class OutboxSender {
  readonly #database: Db
  readonly #clock: Clock
  readonly #log: Log
  readonly #carriers: Record<Channel, Carrier | undefined>
  readonly #timer: NodeJS.Timeout | undefined
  /** By key; `queued` counts the current run and the next. */
  readonly #lanes = new Map<string, { last: Promise<void>; queued: number }>()
  #looking = Promise.resolve()
  readonly #stopping = new AbortController()
  #closed = false
  #swept = 0

  constructor({ database, clock, log, settings, seal, idle = false }: Dependencies) {
    this.#database = database
    this.#clock = clock
    this.#log = log
    const { SMTP_URL, SMS_URL, SMS_FROM } = settings
    this.#carriers = {
      mail: SMTP_URL ? smtpCarrier(SMTP_URL, settings) : undefined,
      sms: SMS_URL ? smsCarrier(SMS_URL, SMS_FROM) : undefined,
      webhook: webhookCarrier({ seal, clock, settings }),
    }
    if (idle) return
    this.#timer = setInterval(() => this.wake(), LOOK_EVERY)
    this.wake()
  }

  /** Looks for messages soon: the response that caused one is sent first, so that its timing reveals nothing. */
  async wake(): Promise<void> {
    this.#looking = this.#logged(this.#looking.then(() => setTimeout(SOON)).then(() => this.#look()))
    await this.#idle()
  }

  async #idle(): Promise<void> {
    await this.#looking
    await Promise.all([...this.#lanes.values()].map(({ last }) => last))
  }

  #logged(work: Promise<void>): Promise<void> {
    return work.catch((error) => {
      this.#log.error({ err: error }, 'Sending the outbox failed')
    })
  }

  /** Runs a lane's due messages after its current run; one more run covers everything queued since. */
  #begin(lane: Lane): void {
    const key = keyOf(lane)
    const own = this.#lanes.get(key) ?? { last: Promise.resolve(), queued: 0 }
    if (own.queued > 1) return
    own.queued++
    this.#lanes.set(key, own)
    own.last = this.#logged(own.last.then(() => this.#sendDue(lane))).then(() => {
      if (--own.queued === 0) this.#lanes.delete(key)
    })
  }

  /** Messages without an answer by then are sent again after the next start. */
  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#timer)
    const grace = globalThis.setTimeout(() => this.#stopping.abort(), STOP_GRACE)
    await this.#idle()
    clearTimeout(grace)
  }

  async #look(): Promise<void> {
    if (this.#closed) return
    const now = this.#clock.now()
    await eraseSecrets(this.#database, now)
    await this.#sweep(now)
    for (const channel of PROVIDERS) this.#begin({ channel })
    const due = await this.#due(now)
      .where('channel', '=', 'webhook')
      .groupBy(['owner', 'recipient'])
      .select(({ fn }) => ['owner', 'recipient', fn.min('nextAt').as('first')])
      .orderBy('first')
      .limit(RECEIVERS_DUE)
      .execute()
    for (const { owner, recipient } of inTurns(due).slice(0, RECEIVERS))
      this.#begin({ channel: 'webhook', owner, recipient })
  }

  #due(now: number) {
    return (
      this.#database
        .selectFrom('outbox')
        .where('status', '=', 'waiting')
        // Later than any retry can be: the clock was set back since.
        .where((where) =>
          where.or([where('nextAt', '<=', now), where('nextAt', '>', now + 2 * LONGEST_WAIT)]),
        )
    )
  }

  #sendDue(lane: Lane): Promise<void> {
    return 'owner' in lane ? this.#callWebhook(lane) : this.#sendInTurns(lane.channel)
  }

  /** A failed webhook gets its other messages on the next timer tick. */
  async #callWebhook({ channel, owner, recipient }: Webhook): Promise<void> {
    while (!this.#closed) {
      const now = this.#clock.now()
      const due = await this.#dueOf({ channel, owner }, now, CALLS_AT_ONCE)
        .where('recipient', '=', recipient)
        .execute()
      if (due.length === 0) return
      const sent = await Promise.all(due.map((message) => this.#send(message, now)))
      if (sent.includes(false)) return
    }
  }

  /** In each round, every organization has its share of the places. */
  async #sendInTurns(channel: Channel): Promise<void> {
    while (!this.#closed) {
      const owners = await this.#due(this.#clock.now())
        .where('channel', '=', channel)
        .groupBy('owner')
        .select(({ fn }) => ['owner', fn.min('nextAt').as('first')])
        .orderBy('first')
        .limit(OWNERS)
        .execute()
      if (owners.length === 0) return
      const share = Math.max(1, Math.floor(AT_ONCE / owners.length))
      for (let n = 0; n < owners.length && !this.#closed; n += AT_ONCE) {
        const now = this.#clock.now()
        const some = owners.slice(n, n + AT_ONCE)
        const due = await Promise.all(
          some.map(({ owner }) => this.#dueOf({ channel, owner }, now, share).execute()),
        )
        await Promise.all(due.flat().map((message) => this.#send(message, now)))
      }
    }
  }

  #dueOf({ channel, owner }: Pick<OutboxTable, 'channel'> & { owner: string }, now: number, limit: number) {
    return this.#due(now)
      .selectAll()
      .where('channel', '=', channel)
      .where('owner', '=', owner)
      .orderBy('nextAt')
      .orderBy('id')
      .limit(limit)
  }

  /** False on failure. */
  async #send(message: Message, now: number): Promise<boolean> {
    const carrier = this.#carriers[message.channel]
    if (!carrier) {
      await this.#note(message, { status: 'kept', rich: null })
      return true
    }
    const quietUntil = endOfQuiet(message, now)
    if (quietUntil !== null) {
      await this.#note(message, { nextAt: quietUntil })
      return true
    }
    const claimed = await this.#database
      .updateTable('outbox')
      .set({ nextAt: now + CLAIM, attempts: message.attempts + 1 })
      .where('id', '=', message.id)
      .where('status', '=', 'waiting')
      .where('nextAt', '=', message.nextAt)
      .executeTakeFirst()
    if (claimed.numUpdatedRows === 0n) return true
    const release = this.#holdClaim(message)
    try {
      const { id, recipient: to, subject, text } = message
      const from = message.channel === 'mail' ? await this.#senderOf(message.owner) : undefined
      const rich = message.rich === null ? undefined : (JSON.parse(message.rich) as RichMail)
      await this.#unlessStopped(carrier({ id, to, subject, text, rich, from })).finally(release)
      await this.#note(message, { status: 'sent', text: '', rich: null, secretUntil: null, error: '' })
      return true
    } catch (error) {
      const about = { err: error, channel: message.channel, message: message.id }
      // Says nothing about the receiver, so it is neither an attempt nor a warning.
      if (error instanceof Stopped) {
        this.#log.info(about, 'A message waits for the next start')
        await this.#note(message, { attempts: message.attempts, nextAt: now + MINUTE })
        return false
      }
      const wait = isFinal(error) ? undefined : RETRY_AFTER[message.attempts]
      this.#log.warn(about, 'Sending a message failed')
      await this.#note(message, {
        error: (error as Error).message.slice(0, 500),
        ...(wait === undefined ? { status: 'failed' } : { nextAt: now + wait }),
      })
      return false
    }
  }

  /** The name of an organization with a separate console; its host name was given by the operator. */
  async #senderOf(organizationId: string): Promise<string | undefined> {
    const row = await this.#database
      .selectFrom('organizations')
      .select('name')
      .where('id', '=', organizationId)
      .where('branded', '=', 1)
      .where('host', 'is not', null)
      .executeTakeFirst()
    return row?.name
  }

  /** A slow receiver may take minutes, after which another server would send the message too. */
  #holdClaim({ id }: OutboxTable): () => Promise<void> {
    let renewing = Promise.resolve()
    const renew = async () => {
      await this.#database
        .updateTable('outbox')
        .set({ nextAt: this.#clock.now() + CLAIM })
        .where('id', '=', id)
        .where('status', '=', 'waiting')
        .execute()
    }
    const timer = setInterval(() => {
      renewing = this.#logged(renewing.then(renew))
    }, CLAIM_AGAIN)
    return () => {
      clearInterval(timer)
      return renewing
    }
  }

  async #unlessStopped(work: Promise<void>): Promise<void> {
    const { signal } = this.#stopping
    let stop = () => {}
    const stopped = new Promise<never>((_, reject) => {
      stop = () => reject(new Stopped('The server stopped before a response arrived'))
    })
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    await Promise.race([work, stopped]).finally(() => signal.removeEventListener('abort', stop))
  }

  async #note({ id }: Pick<Message, 'id'>, change: Partial<Message>): Promise<void> {
    await this.#database.updateTable('outbox').set(change).where('id', '=', id).execute()
  }

  /** Deletes old messages once a day. */
  async #sweep(now: number): Promise<void> {
    if (now - this.#swept < DAY) return
    this.#swept = now
    await this.#database
      .deleteFrom('outbox')
      .where('createdAt', '<', isoTime(now - KEEP))
      .where('status', '!=', 'waiting')
      .execute()
  }
}

class Stopped extends Error {}

/** In rounds of one of each owner. */
function inTurns<Of extends { owner: string }>(all: readonly Of[]): Of[] {
  const owners = [...Map.groupBy(all, ({ owner }) => owner).values()]
  const rounds = Math.max(0, ...owners.map(({ length }) => length))
  return Array.from({ length: rounds }, (_, round) => owners.flatMap((own) => own[round] ?? [])).flat()
}

/** A receiver that redirects, or sends too much, may be under maintenance. */
const isFinal = (error: unknown): boolean =>
  error instanceof RefusedForGood ||
  (error instanceof EgressRefused && (error.reason === 'address' || error.reason === 'local'))

/** When quiet hours that a message is in end; null outside. Times are checked again then: clocks may change before. */
function endOfQuiet({ quiet }: Pick<OutboxTable, 'quiet'>, now: number): number | null {
  if (quiet === null) return null
  const { from, to, timezone } = JSON.parse(quiet) as QuietHours
  if (!isWithinHours({ on: from, off: to, timezone }, now)) return null
  return hoursBegan({ on: to, off: from, timezone }, now) + DAY
}
