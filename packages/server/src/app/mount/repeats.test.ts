import { describe, expect, it } from 'vitest'
import { inTransaction } from '#db/database.ts'
import { useServer } from '#test/harness.ts'
import { claimResponse, earlierResponse, keepResponse, RESPONSES_BYTES_MAX } from './repeats.ts'

const MB = 2 ** 20

describe('responses that are kept for repeated requests', () => {
  const server = useServer()

  it('take limited space per organization: each loses its own oldest first', async () => {
    const { database } = server().services
    const [own, other] = [await server().organization(), await server().organization()]
    const give = (id: string, { organizationId }: { organizationId: string }, answer: string) =>
      inTransaction(database, async (tx) => {
        const repeat = { id, organizationId, fingerprint: id }
        await claimResponse(tx, repeat, server().clock.now())
        await keepResponse(tx, repeat, answer)
      })
    const given = (id: string) =>
      earlierResponse(database, { id, organizationId: own.organizationId, fingerprint: id })
    await give('of-others', other, 'theirs')
    for (let n = 0; n < 40; n += 1) {
      server().clock.advance(1)
      await give(`own-${n}`, own, 'x'.repeat(MB))
    }
    const rows = await database
      .selectFrom('given_answers')
      .select('answer')
      .where('organizationId', '=', own.organizationId)
      .execute()
    const bytes = rows.reduce((sum, { answer }) => sum + answer.length, 0)
    expect(bytes).toBeLessThanOrEqual(RESPONSES_BYTES_MAX)
    expect(bytes).toBeGreaterThan(RESPONSES_BYTES_MAX - 2 * MB)
    expect([await given('own-0'), await given('of-others')]).toEqual([undefined, 'theirs'])
    expect((await given('own-39'))?.length).toBe(MB)
  })
})
