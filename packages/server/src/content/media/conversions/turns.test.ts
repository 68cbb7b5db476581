import { expect, it } from 'vitest'
import { scoped } from '#db/scoped.ts'
import { useServer } from '#test/harness.ts'
import { claimConversion, createConversion, endConversion } from './queries.ts'

const server = useServer()

it('alternates between organizations, however many conversions one of them queued', async () => {
  const { database, clock } = server().services
  const [many, few] = [await server().organization('Many'), await server().organization('Few')]
  let now = clock.now()
  const queue = async ({ organizationId }: { organizationId: string }, name: string) => {
    now += 1000
    await createConversion(
      scoped(database, organizationId),
      {
        ...{ organizationId, kind: 'video', name, sha256: 'a'.repeat(64), mimetype: 'video/mp4', size: 1 },
        ...{ mediaId: null, deckId: null, folderId: null, userId: null },
        params: { width: 1920, height: 1080, duration: 1 },
      },
      now,
    )
  }
  for (const name of ['A1', 'A2', 'A3']) await queue(many, name)
  const served: string[] = []
  for (let n = 0; n < 5; n++) {
    now += 60_000
    const row = await claimConversion(database, 'video', now)
    if (!row) break
    served.push(row.name)
    await endConversion(database, row.id, { state: 'done' }, now)
    if (n === 0) for (const name of ['B1', 'B2']) await queue(few, name)
  }
  expect(served).toEqual(['A1', 'B1', 'A2', 'B2', 'A3'])
})
