import type { AlertCause } from '@vitrine/contract/api/operations/alerts'
import type { Db } from '#db/schema.ts'
import type { States } from '#operations/alerts/problems.ts'
import type { StoredRule } from '#operations/alerts/queries.ts'
import { type Notice, send } from '#operations/alerts/send.ts'
import { counted, titleOf } from '#operations/alerts/texts.ts'
import { reportFacts } from './facts.ts'
import { hoursText, number, reportPage } from './page.ts'
import { lastPeriod, type Period, periodText } from './period.ts'
import { sheetNotice } from './sheet-notice.ts'

const DAY = 86_400_000

/** The period whose report a rule still has to send; undefined for none. Skips periods in which no server ran. */
export function duePeriod({ report, reportAt }: StoredRule, now: number): Period | undefined {
  const period = report ? lastPeriod(report, now) : undefined
  return period && isDue({ reportAt }, period, now) ? period : undefined
}

/** A last report from the future was sent before the clock was set back. */
const isDue = ({ reportAt }: Pick<StoredRule, 'reportAt'>, { due }: Period, now: number): boolean =>
  reportAt < due || reportAt > now + DAY

export interface PreparedReport {
  period: Period
  notice: Notice
}

/**
 * Builds a period's report before the transaction that sends it, because reading a month of plays takes a while.
 * `everything`: the states of all causes, because a rule that only sends reports watches none.
 */
export async function prepareReport(
  parts: Parameters<typeof reportFacts>[0],
  dbs: Parameters<typeof reportFacts>[1],
  rule: StoredRule,
  {
    everything,
    address,
    period,
  }: { everything: () => Promise<ReadonlyMap<AlertCause, States>>; address: string; period: Period },
): Promise<PreparedReport> {
  const { report } = rule
  if (!report) throw new Error('The rule sends no reports')
  const { about, timezone } = report
  if (about) {
    const notice = await sheetNotice(parts, dbs.reader, rule, { about, timezone, period, address })
    return { period, notice }
  }
  const facts = await reportFacts(parts, dbs, report, period)
  const { organization, screens, playing, plays, seconds, alerts, top, unseen, totals, hasMore } = facts
  const title = `Your screens, ${periodText(report.every, period)}`
  const wrong = [
    ...wrongNow(await everything()),
    ...(unseen > 0 ? [`${counted(unseen, 'screen')} ${unseen === 1 ? 'has' : 'have'} never connected`] : []),
  ]
  const fileText = hasMore
    ? `plays.csv lists the ${number.format(totals.length)} items that played longest.`
    : ''
  const link = `${address}/plays?first=${period.firstDay}&last=${period.lastDay}`
  const text = [
    `${title}: ${organization}`,
    [
      `${playing} of ${counted(screens, 'screen')} played`,
      `${counted(plays, 'play')}, ${hoursText(seconds)} on screen`,
      counted(alerts, 'different alert'),
    ].join('\n'),
    ...(top.length > 0
      ? [`Most played:\n${top.map(({ name, plays }) => `- ${name} (${counted(plays, 'time')})`).join('\n')}`]
      : []),
    wrong.length > 0 ? `Needs attention:\n${wrong.map((line) => `- ${line}`).join('\n')}` : 'All good.',
    ...(fileText ? [fileText] : []),
    `Open the report: ${link}`,
  ].join('\n\n')
  const { from, to } = period
  return {
    period,
    notice: {
      kind: 'report',
      title: `${title}: ${organization}`,
      text,
      address,
      facts: { period: { every: report.every, from, to }, screens, playing, plays, seconds, alerts },
      rich: reportPage(facts, { title, wrong, fileText, link }),
    },
  }
}

/** Call in the transaction that locks the rule. Returns the number of queued messages. */
export async function sendReport(
  db: Db,
  rule: StoredRule,
  { period, notice }: PreparedReport,
  now: number,
): Promise<number> {
  // Another server sent it first.
  if (!isDue(rule, period, now)) return 0
  await db.updateTable('alert_rules').set({ reportAt: now }).where('id', '=', rule.id).execute()
  return send(db, rule, notice, now)
}

function wrongNow(states: ReadonlyMap<AlertCause, States>): string[] {
  return [...states].flatMap(([cause, found]) => {
    const things = [...found.values()].flatMap((state) =>
      state.is === 'wrong' ? [{ name: state.name, place: state.place, outcome: null }] : [],
    )
    return things.length > 0 ? [titleOf('alert', cause, things)] : []
  })
}
