import { ALERT_MESSAGES_PER_HOUR } from '@vitrine/contract/api/operations/alerts'
import { trimSlashes } from '@vitrine/contract/trim-slashes'
import type { Db } from '#db/schema.ts'
import type { AlertMessagesTable } from '#db/tables/alerts.ts'
import type { Services } from '#features/handler.ts'
import type { RichMail } from '#features/outbox/queries.ts'
import { queueMessage, webhookText } from '#features/outbox/queries.ts'
import { isoTime } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import type { StoredRule } from './queries.ts'

const HOUR = 3_600_000

export interface Notice {
  kind: AlertMessagesTable['kind']
  title: string
  text: string
  /** What a webhook also gets. */
  facts: Record<string, unknown>
  /** What a mail shows in place of the text. */
  rich?: RichMail
}

/** Puts one message per recipient of a rule into the outbox, in the caller's transaction. Returns how many. */
export async function send(db: Db, rule: StoredRule, notice: Notice, now: number): Promise<number> {
  const { kind, title, text, rich } = notice
  const emails = rule.emails.map((recipient) => ({ channel: 'mail' as const, recipient, text, rich }))
  const { webhook: recipient } = rule
  const hooks = recipient
    ? [
        {
          channel: 'webhook' as const,
          recipient,
          text: webhookText({ ruleId: rule.id, body: bodyOf(rule, notice, now) }),
          rich: undefined,
        },
      ]
    : []
  const all = [...emails, ...hooks]
  for (const { channel, recipient, text, rich } of all) {
    const message = await queueMessage(db, { channel, recipient, subject: title, text, rich }, now)
    const { organizationId, name } = rule
    await db
      .insertInto('alert_messages')
      .values({ id: newId(), organizationId, rule: name, kind, channel, recipient, title, message, at: now })
      .execute()
  }
  return all.length
}

/** Whether an organization has sent as much as it may in an hour: anyone's address can be a recipient. */
export async function hasSentEnough(db: Db, now: number): Promise<boolean> {
  const { count } = await db
    .selectFrom('alert_messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('at', '>', now - HOUR)
    .executeTakeFirstOrThrow()
  return Number(count) >= ALERT_MESSAGES_PER_HOUR
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

export const consoleAddress = (origins: Services['origins']): string =>
  `${trimSlashes(origins.console)}/#/app`
