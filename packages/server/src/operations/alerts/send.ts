import { ALERT_MESSAGES_PER_HOUR, ALERT_TEXTS_PER_HOUR } from '@vitrine/contract/api/operations/alerts'
import { searchKey } from '@vitrine/contract/search-key'
import { consoleOf } from '#accounts/site/queries.ts'
import type { RichMail } from '#base/outbox/queries.ts'
import { queueMessage, webhookText } from '#base/outbox/queries.ts'
import type { Origins } from '#base/platform.ts'
import type { Db } from '#db/schema.ts'
import type { AlertMessagesTable } from '#db/tables/alerts.ts'
import { isoTime } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import { queueForTopic } from '#operations/webhooks/queries.ts'
import type { StoredRule } from './queries.ts'

const HOUR = 3_600_000
/** Things that an event names: the outcome of each is kept for a month, for every webhook. */
const TOLD_MAX = 50

export interface Notice {
  kind: AlertMessagesTable['kind']
  title: string
  text: string
  /** Of the console. */
  address: string
  /** Additional data for webhooks. */
  facts: Record<string, unknown>
  /** Email version of the text. */
  rich?: RichMail
}

/** Queues one message per recipient of a rule in the outbox, in the caller's transaction. Returns the count. */
export async function send(db: Db, rule: StoredRule, notice: Notice, now: number): Promise<number> {
  const { kind, title, text, rich } = notice
  const known = await knownRecipients(db, rule)
  const emails = rule.emails.map((recipient) => {
    const sent = known.has(searchKey(recipient)) ? { subject: title, text, rich } : plainNotice(notice)
    return { channel: 'mail' as const, recipient, ...sent }
  })
  const { webhook: recipient } = rule
  const hooks = recipient
    ? [
        {
          channel: 'webhook' as const,
          recipient,
          subject: title,
          text: webhookText({ ruleId: rule.id, body: bodyOf(rule, notice, now) }),
          rich: undefined,
        },
      ]
    : []
  const all = [...emails, ...(await textsOf(db, rule, { notice, known, now })), ...hooks]
  // An attempt that fails is repeated for hours. A user waits for a test.
  const quiet = kind === 'test' ? null : rule.quiet
  for (const { channel, recipient, subject, text, rich } of all) {
    const { organizationId, name } = rule
    const sent = { owner: organizationId, channel, recipient, subject, text, rich, quiet }
    const message = await queueMessage(db, sent, now)
    await db
      .insertInto('alert_messages')
      .values({ id: newId(), organizationId, rule: name, kind, channel, recipient, title, message, at: now })
      .execute()
  }
  const type = EVENTS[kind]
  if (type) {
    const { things, ...facts } = notice.facts
    const first = Array.isArray(things) ? things.slice(0, TOLD_MAX) : []
    const data = { alert: { id: rule.id, name: rule.name }, title, ...facts, things: first }
    await queueForTopic(db, 'alerts', { type, at: isoTime(now), data }, now)
  }
  return all.length
}

/** The events that webhooks of the organization get. */
const EVENTS: Partial<Record<Notice['kind'], string>> = { alert: 'alert.started', recovery: 'alert.ended' }

const PLAIN_SUBJECTS: Record<Notice['kind'], string> = {
  alert: 'Alert about screens',
  recovery: 'A problem of screens has ended',
  test: 'Test alert',
  report: 'Report about screens',
}

/**
 * For unverified addresses and numbers: without names and texts of the organization, which would reach strangers at the
 * installation's expense and in its name.
 */
function plainNotice({ kind, address }: Notice): { subject: string; text: string; rich: undefined } {
  const subject = PLAIN_SUBJECTS[kind]
  const why =
    'This message has no details, because no one has verified that this address belongs to the organization.'
  const text = [`${subject}.`, why, `Open the console: ${address}`].join('\n\n')
  return { subject, text, rich: undefined }
}

/**
 * Recipients who get details: verified addresses and numbers of the organization's people. The operator's organization
 * may name any.
 */
async function knownRecipients(
  db: Db,
  { organizationId, emails, mobiles }: StoredRule,
): Promise<ReadonlySet<string>> {
  const all = [...emails.map(searchKey), ...mobiles]
  if (all.length === 0) return new Set()
  const { isHome } = await db
    .selectFrom('organizations')
    .select('isHome')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  if (isHome) return new Set(all)
  const people = await db
    .selectFrom('users')
    .select(['emailKey', 'emailVerified', 'mobile', 'mobileVerified'])
    .where('organizationId', '=', organizationId)
    .where(({ or, and, eb }) =>
      or([
        and([eb('emailVerified', '=', 1), eb('emailKey', 'in', all)]),
        and([eb('mobileVerified', '=', 1), eb('mobile', 'in', all)]),
      ]),
    )
    .execute()
  return new Set(
    people.flatMap(({ emailKey, emailVerified, mobile, mobileVerified }) => [
      ...(emailVerified ? [emailKey] : []),
      ...(mobileVerified ? [mobile] : []),
    ]),
  )
}

/** One text message per number, within the hourly limit. It contains the title only, or what strangers may read. */
async function textsOf(
  db: Db,
  { mobiles }: StoredRule,
  { notice, known, now }: { notice: Notice; known: ReadonlySet<string>; now: number },
) {
  const { kind, title, address } = notice
  if (mobiles.length === 0 || kind === 'report') return []
  const left = Math.max(0, ALERT_TEXTS_PER_HOUR - (await countSent(db, now, 'sms')))
  return mobiles.slice(0, left).map((recipient) => ({
    channel: 'sms' as const,
    recipient,
    ...(known.has(recipient)
      ? { subject: title, text: title }
      : { subject: PLAIN_SUBJECTS[kind], text: `${PLAIN_SUBJECTS[kind]}. Open the console: ${address}` }),
    rich: undefined,
  }))
}

/**
 * Whether an organization has reached its hourly limit: anyone's address can be a recipient. A rule with only numbers
 * waits for their smaller limit.
 */
export async function hasSentEnough(db: Db, rule: StoredRule, now: number): Promise<boolean> {
  if ((await countSent(db, now)) >= ALERT_MESSAGES_PER_HOUR) return true
  const onlyTexts = rule.mobiles.length > 0 && rule.emails.length === 0 && rule.webhook === ''
  return onlyTexts && (await countSent(db, now, 'sms')) + rule.mobiles.length > ALERT_TEXTS_PER_HOUR
}

async function countSent(db: Db, now: number, channel?: AlertMessagesTable['channel']): Promise<number> {
  const { count } = await db
    .selectFrom('alert_messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    // Later ones are from before the clock was set back.
    .where('at', '>', now - HOUR)
    .where('at', '<', now + HOUR)
    .$if(channel !== undefined, (sent) => sent.where('channel', '=', channel ?? 'sms'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function bodyOf({ id, name, organizationId }: StoredRule, notice: Notice, now: number): string {
  const { kind, title, text, facts } = notice
  return JSON.stringify({
    kind,
    title,
    text,
    ...facts,
    alert: { id, name },
    organizationId,
    at: isoTime(now),
  })
}

/** The console, for who gets the messages of a rule. */
export const consoleAddress = async (db: Db, origins: Origins, organizationId: string): Promise<string> =>
  `${await consoleOf(db, origins, organizationId)}/#/app`
