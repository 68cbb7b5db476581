import { setTimeout } from 'node:timers/promises'
import type { Db } from '#db/schema.ts'
import type { OutboxTable } from '#db/tables/accounts.ts'
import { type Carrier, smtpCarrier } from '#features/outbox/mail.ts'
import { smsCarrier } from '#features/outbox/sms.ts'
import { webhookCarrier } from '#features/outbox/webhook.ts'
import { type Clock, isoTime } from '#lib/clock.ts'
import type { Settings } from '#lib/env.ts'
import type { Log } from '#lib/log.ts'
import type { Seal } from '#lib/security/seal.ts'
import { eraseSecrets, type RichMail } from './queries.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** After the first, second … failed try; the last one is the end. */
const RETRY_AFTER = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * MINUTE)
const LONGEST_WAIT = Math.max(...RETRY_AFTER)
/** A process that took a message and died leaves it to the others after so long. */
const CLAIM = 2 * MINUTE
const LOOK_EVERY = 15_000
const SOON = 50
const AT_ONCE = 20
const KEEP = 30 * DAY

type Channel = OutboxTable['channel']
/** Sent independently: slow webhooks hold up no login code. */
const LANES: readonly (readonly Channel[])[] = [['mail', 'sms'], ['webhook']]

interface Parts {
  database: Db
  clock: Clock
  log: Log
  settings: Pick<Settings, 'SMTP_URL' | 'MAIL_FROM' | 'SMS_URL' | 'SMS_FROM' | 'LOCAL_HOSTS'>
  seal: Seal
  /** This server sends what its own calls cause, and leaves the rest to others. */
  idle?: boolean
}

/**
 * Sends the messages in the outbox. Any number of server processes may: each message is claimed by one of them.
 * Delivery is at least once: if a process dies between sending and recording it, it is sent again.
 */
export class OutboxSender {
  readonly #database: Db
  readonly #clock: Clock
  readonly #log: Log
  readonly #carriers: Record<Channel, Carrier | undefined>
  readonly #timer: NodeJS.Timeout | undefined
  readonly #lanes = LANES.map((channels) => ({ channels, running: Promise.resolve() }))
  #closed = false
  #swept = 0

  constructor({ database, clock, log, settings, seal, idle = false }: Parts) {
    this.#database = database
    this.#clock = clock
    this.#log = log
    const { SMTP_URL, MAIL_FROM, SMS_URL, SMS_FROM } = settings
    this.#carriers = {
      mail: SMTP_URL ? smtpCarrier(SMTP_URL, MAIL_FROM) : undefined,
      sms: SMS_URL ? smsCarrier(SMS_URL, SMS_FROM) : undefined,
      webhook: webhookCarrier({ seal, clock, settings }),
    }
    if (idle) return
    this.#timer = setInterval(() => this.wake(), LOOK_EVERY)
    this.wake()
  }

  /** Looks for something to send, soon: the response that caused the message is sent first, so its timing reveals nothing. */
  async wake(): Promise<void> {
    for (const lane of this.#lanes)
      lane.running = lane.running
        .then(() => setTimeout(SOON))
        .then(() => this.#sendDue(lane.channels))
        .catch((error) => {
          this.#log.error({ err: error }, 'Sending the outbox failed')
        })
    await this.#idle()
  }

  async #idle(): Promise<void> {
    await Promise.all(this.#lanes.map(({ running }) => running))
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#timer)
    await this.#idle()
  }

  async #sendDue(channels: readonly Channel[]): Promise<void> {
    const started = this.#clock.now()
    await eraseSecrets(this.#database, started)
    await this.#sweep(started)
    while (!this.#closed) {
      const now = this.#clock.now()
      const due = await this.#database
        .selectFrom('outbox')
        .selectAll()
        .where('status', '=', 'waiting')
        .where('channel', 'in', channels)
        // Far later than any try can be: the clock was set back since.
        .where((where) =>
          where.or([where('nextAt', '<=', now), where('nextAt', '>', now + 2 * LONGEST_WAIT)]),
        )
        .orderBy('nextAt')
        .orderBy('id')
        .limit(AT_ONCE)
        .execute()
      if (due.length === 0) return
      await Promise.all(due.map((message) => this.#send(message, now)))
    }
  }

  async #send(message: OutboxTable, now: number): Promise<void> {
    const carrier = this.#carriers[message.channel]
    if (!carrier) return this.#note(message, { status: 'kept', rich: null })
    const claimed = await this.#database
      .updateTable('outbox')
      .set({ nextAt: now + CLAIM, attempts: message.attempts + 1 })
      .where('id', '=', message.id)
      .where('status', '=', 'waiting')
      .where('nextAt', '=', message.nextAt)
      .executeTakeFirst()
    if (claimed.numUpdatedRows === 0n) return
    try {
      const { id, recipient: to, subject, text } = message
      const rich = message.rich === null ? undefined : (JSON.parse(message.rich) as RichMail)
      await carrier({ id, to, subject, text, rich })
      await this.#note(message, { status: 'sent', text: '', rich: null, secretUntil: null, error: '' })
    } catch (error) {
      const wait = RETRY_AFTER[message.attempts]
      this.#log.warn(
        { err: error, channel: message.channel, message: message.id },
        'Sending a message failed',
      )
      await this.#note(message, {
        error: (error as Error).message.slice(0, 500),
        ...(wait === undefined ? { status: 'failed' } : { nextAt: now + wait }),
      })
    }
  }

  async #note(message: OutboxTable, change: Partial<OutboxTable>): Promise<void> {
    await this.#database.updateTable('outbox').set(change).where('id', '=', message.id).execute()
  }

  /** Old messages go, once a day. */
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
