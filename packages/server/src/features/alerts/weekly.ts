import type { AlertCause } from '@vitrine/contract/api/operations/alerts'
import type { Db } from '#db/schema.ts'
import type { States } from './problems.ts'
import type { StoredRule } from './queries.ts'
import { send } from './send.ts'
import { counted, titleOf } from './texts.ts'

export const WEEK = 7 * 86_400_000

/** How the week was: what there is, how many alerts there were, and what the rule's causes say now. */
export async function sendWeekly(
  db: Db,
  rule: StoredRule,
  states: ReadonlyMap<AlertCause, States>,
  address: string,
  now: number,
): Promise<number> {
  // Weeks without a running server are one report.
  const weeks = Math.floor((now - rule.weeklyAt) / WEEK)
  await db
    .updateTable('alert_rules')
    .set({ weeklyAt: rule.weeklyAt + weeks * WEEK })
    .where('id', '=', rule.id)
    .execute()
  const count = async (table: 'devices' | 'device_groups' | 'storyboards', thing: string) => {
    const { total } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    return counted(Number(total), thing)
  }
  const { total } = await db
    .selectFrom('alert_messages')
    .select(({ fn }) => fn.count<number>('title').distinct().as('total'))
    .where('kind', '=', 'alert')
    .where('at', '>=', now - WEEK)
    .executeTakeFirstOrThrow()
  const wrong = [...states].flatMap(([cause, found]) => {
    const things = [...found.values()].flatMap((state) =>
      state.is === 'wrong' ? [{ name: state.name, place: state.place, outcome: null }] : [],
    )
    return things.length > 0 ? [`- ${titleOf('alert', cause, things)}`] : []
  })
  const lines = [
    [
      await count('devices', 'screen'),
      await count('device_groups', 'group'),
      await count('storyboards', 'storyboard'),
    ].join(', '),
    `${counted(Number(total), 'different alert')} in the last seven days`,
    wrong.length > 0 ? `Needs attention:\n${wrong.join('\n')}` : 'All good.',
    `Open the console: ${address}`,
  ]
  const title = 'Your screens this week'
  return send(db, rule, { kind: 'weekly', title, text: lines.join('\n\n'), facts: {} }, now)
}
