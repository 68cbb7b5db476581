import { describe, expect, it } from 'vitest'
import { isoTime } from '#lib/clock.ts'
import { useServer } from '#test/harness.ts'
import { samples } from '#test/samples.ts'
import { forgetConversions } from './queries.ts'

const DAY = 24 * 60 * 60_000

describe('conversions', () => {
  const server = useServer()

  it.each([
    ['done', 1],
    ['failed', 1],
    ['asking', 7],
  ] as const)('that are %s are forgotten after %i days, and no earlier', async (state, days) => {
    const admin = await server().organization()
    const { database, clock } = server().services
    const id = (await samples.conversions?.make(admin, admin)) ?? ''
    const now = clock.now()
    await database
      .updateTable('conversions')
      .set({ state, updatedAt: isoTime(now) })
      .where('id', '=', id)
      .execute()
    const stays = async () => {
      const found = await database.selectFrom('conversions').select('id').where('id', '=', id).execute()
      return found.length === 1
    }
    await forgetConversions(database, now + days * DAY)
    expect(await stays()).toBe(true)
    expect(await forgetConversions(database, now + days * DAY + 1)).toBe(1)
    expect(await stays()).toBe(false)
  })
})
