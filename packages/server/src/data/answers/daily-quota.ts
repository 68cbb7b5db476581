import type { Db } from '#db/schema.ts'
import { tooManyRequests } from '#lib/errors.ts'

const DAY = 86_400_000
/** Maximum Retry-After in seconds. Clocks differ and limits may change, so no client waits longer. */
const WAIT_MAX = 3600

interface Amount {
  items: number
  bytes: number
}

/**
 * Limit per UTC day. A busy screen gets an answer every ten seconds, some 300 bytes each: that is 3 MB. One that was
 * offline for long reports the rest on the next day.
 */
const SCREEN_MAX: Amount = { items: 20_000, bytes: 10_000_000 }
const ORGANIZATION_MAX: Amount = { items: 500_000, bytes: 200_000_000 }

/**
 * Counts the amount that a screen stores today, for itself and for its organization. The counts are rows, so they
 * survive restarts and servers share them. Call in the transaction of the write: a refusal rolls them back. Throws
 * TOO_MANY_REQUESTS.
 */
export async function spendDailyQuota(
  db: Db,
  { deviceId, organizationId }: { deviceId: string; organizationId: string },
  amount: Amount,
  now: number,
): Promise<void> {
  const day = Math.floor(now / DAY)
  for (const [id, most] of [
    [deviceId, SCREEN_MAX],
    [organizationId, ORGANIZATION_MAX],
  ] as const) {
    const row = { id, organizationId, day, ...amount }
    const { items, bytes } = await db
      .insertInto('answer_days')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(({ eb, ref }) => {
          const today = eb('answer_days.day', '=', day)
          return {
            day,
            items: eb
              .case()
              .when(today)
              .then(eb(ref('answer_days.items'), '+', amount.items))
              .else(amount.items)
              .end(),
            bytes: eb
              .case()
              .when(today)
              .then(eb(ref('answer_days.bytes'), '+', amount.bytes))
              .else(amount.bytes)
              .end(),
          }
        }),
      )
      .returning(['items', 'bytes'])
      .executeTakeFirstOrThrow()
    if (Number(items) > most.items || Number(bytes) > most.bytes)
      throw tooManyRequests(Math.min(WAIT_MAX, Math.ceil((DAY - (now % DAY)) / 1000)))
  }
}

/** Deletes counts of earlier days. */
export async function forgetDailyQuotas(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('answer_days')
    .where('day', '<', Math.floor(now / DAY))
    .execute()
}
