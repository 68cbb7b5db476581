import { z } from 'zod'
import { boundedList } from '#api/base/bounded-list.ts'
import { Id, IdAnswer, IdParams, ListQuery, OrganizationHint, Timestamp, Version } from '#api/base/entity.ts'
import { email, mobile, requiredText, time, timeZone, wholeNumber } from '#api/base/inputs.ts'
import { CustomerName } from '#api/screens/play-sheets.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'
import { DEFAULT_TIMEZONE } from '#schedule/time-zone.ts'

/**
 * Problems that a rule reports. `backup` concerns the installation, so only rules of the home organization report it.
 */
export const ALERT_CAUSES = [
  'offline',
  'behind',
  'dark',
  'differs',
  'update',
  'storage',
  'approval',
  'picture',
  'licence',
  'backup',
] as const
export const AlertCause = z.enum(ALERT_CAUSES, rule('invalid'))
export type AlertCause = z.infer<typeof AlertCause>

/** Days before its expiry from which a license counts as a problem. */
export const LICENCE_DAYS = 14
/** Percent of the storage limit from which usage counts as a problem. */
export const STORAGE_PERCENT = 90
export const STORAGE_FINE_PERCENT = 85
/** Maximum rules per organization. */
export const ALERT_RULES_MAX = 50
/** Maximum email recipients per rule. */
export const ALERT_EMAILS_MAX = 20
/** Maximum text message recipients per rule. */
export const ALERT_MOBILES_MAX = 5
/** Maximum text messages per organization and hour, because the installation pays for each. */
export const ALERT_TEXTS_PER_HOUR = 20
/** Maximum messages of any kind per organization and hour; later ones wait and are combined. */
export const ALERT_MESSAGES_PER_HOUR = 200

/** Covers yesterday, the last week from Monday to Sunday, or the last month. */
export const REPORT_PERIODS = ['day', 'week', 'month'] as const
export type ReportPeriod = (typeof REPORT_PERIODS)[number]

/** A report about one thing, for a customer, instead of about all screens. One of the ids. */
const ReportAbout = z.object({
  storyboardId: Id.optional(),
  /** A page or media item. */
  itemId: Id.optional(),
  customer: CustomerName.default(''),
})

/** Messages wait until these hours end. They may cross midnight. */
const Quiet = z.object({ from: z.string(), to: z.string(), timezone: z.string() })

export const AlertRule = z.object({
  id: Id,
  name: z.string(),
  causes: z.array(AlertCause),
  /** Minutes that a screen's problem must last before it is reported. */
  minutes: z.int(),
  emails: z.array(z.string()),
  /** Numbers that get a text message about each problem; reports are too long for one. */
  mobiles: z.array(z.string()),
  /** Receives signed JSON by POST; '' for none. */
  webhook: z.string(),
  /** The key of the webhook's signatures (HMAC-SHA256). */
  webhookSecret: z.string(),
  quiet: Quiet.nullable(),
  /** A report on each period, sent the next morning in `timezone`; null: none. */
  report: z
    .object({
      every: z.enum(REPORT_PERIODS),
      timezone: z.string(),
      about: ReportAbout.extend({ name: z.string() }).nullable(),
    })
    .nullable(),
  organizationId: Id,
  version: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type AlertRule = z.infer<typeof AlertRule>

export const AlertRuleInput = z
  .object({
    name: requiredText(),
    causes: boundedList(z.array(AlertCause).max(ALERT_CAUSES.length)).default([]),
    minutes: wholeNumber(3, 1440).default(10),
    emails: boundedList(z.array(email()).max(ALERT_EMAILS_MAX, rule('max_value', ALERT_EMAILS_MAX))).default(
      [],
    ),
    mobiles: boundedList(
      z.array(mobile()).max(ALERT_MOBILES_MAX, rule('max_value', ALERT_MOBILES_MAX)),
    ).default([]),
    webhook: z
      .url({ protocol: /^https?$/, error: rule('url') })
      .max(1000, rule('max', 1000))
      .or(z.literal(''))
      .default(''),
    quiet: z
      .object({ from: time(), to: time(), timezone: timeZone().default(DEFAULT_TIMEZONE) })
      .refine(({ from, to }) => from !== to, { path: ['to'], message: rule('invalid') })
      .nullable()
      .default(null),
    report: z
      .object({
        every: z.enum(REPORT_PERIODS, rule('invalid')),
        timezone: timeZone().default(DEFAULT_TIMEZONE),
        about: ReportAbout.refine(
          ({ storyboardId, itemId }) => (storyboardId === undefined) !== (itemId === undefined),
          { path: ['storyboardId'], message: rule('required') },
        )
          .nullable()
          .default(null),
      })
      .nullable()
      .default(null),
    organizationId: Id.optional(),
    version: Version,
  })
  .refine(({ emails, mobiles, webhook }) => emails.length + mobiles.length > 0 || webhook !== '', {
    path: ['emails'],
    message: rule('required'),
  })
  .refine(({ causes, report }) => causes.length > 0 || report !== null, {
    path: ['causes'],
    message: rule('required'),
  })
export type AlertRuleInput = z.infer<typeof AlertRuleInput>

/** A message of a rule to one recipient. */
export const AlertMessage = z.object({
  id: Id,
  rule: z.string(),
  kind: z.enum(['alert', 'recovery', 'test', 'report']),
  channel: z.enum(['mail', 'sms', 'webhook']),
  recipient: z.string(),
  title: z.string(),
  /** `kept`: no mail server or provider of text messages is set up. */
  status: z.enum(['waiting', 'sent', 'failed', 'kept']),
  /** Error of the last failed attempt; '' if none failed. */
  error: z.string(),
  at: Timestamp,
})
export type AlertMessage = z.infer<typeof AlertMessage>

const Answer = z.object({ alert: AlertRule })
const who = { write: 'own-organization' } as const

export const alerts = {
  list: route({
    method: 'GET',
    path: '/alerts',
    summary: 'List alert rules',
    who,
    query: ListQuery,
    response: z.object({ alerts: z.array(AlertRule), total: z.int().optional() }),
  }),
  messages: route({
    method: 'GET',
    path: '/alerts/messages',
    summary: 'List the alerts of the last 30 days with their delivery results, newest first',
    who,
    query: ListQuery,
    response: z.object({ messages: z.array(AlertMessage), total: z.int().optional() }),
  }),
  get: route({
    method: 'GET',
    path: '/alerts/:id',
    summary: 'Get an alert rule',
    who,
    params: IdParams,
    response: Answer,
  }),
  create: route({
    method: 'POST',
    path: '/alerts',
    summary: 'Create an alert rule',
    event: 'alert.created',
    who,
    sends: true,
    body: AlertRuleInput,
    response: Answer,
    status: 201,
    errors: ['STORAGE_LIMIT'],
  }),
  update: route({
    method: 'PUT',
    path: '/alerts/:id',
    summary: 'Update an alert rule',
    event: 'alert.updated',
    who,
    sends: true,
    params: IdParams,
    body: AlertRuleInput,
    response: Answer,
    errors: ['CONFLICT'],
  }),
  test: route({
    method: 'POST',
    path: '/alerts/:id/test',
    summary: 'Send a test alert to every recipient of a rule',
    event: 'alert.tested',
    who,
    sends: true,
    params: IdParams,
    response: z.object({ sent: z.int() }),
    errors: ['TOO_MANY_REQUESTS'],
    budget: 'cases',
  }),
  remove: route({
    method: 'DELETE',
    path: '/alerts/:id',
    summary: 'Delete an alert rule',
    who,
    params: IdParams,
    body: OrganizationHint,
    response: IdAnswer,
  }),
}
