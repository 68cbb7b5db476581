import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { inTransaction } from '#db/database.ts'
import { useServer } from '#test/harness.ts'
import { ChangeReader, forgetChanges, writeChange } from './changes.ts'

const server = useServer()
const WRITERS = 12
const ROUNDS = 25

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

describe.runIf(process.env.TEST_DATABASE_URL)('changes that processes write for one another', () => {
  it('are each read once, while many transactions commit in another order than they wrote', async () => {
    const { database } = server().services
    const reader = await ChangeReader.open(database, 'reader')
    const read: string[] = []
    let isOver = false
    const reading = (async () => {
      for (let last = false; !last; ) {
        last = isOver
        const { texts, hasGap } = await reader.read()
        expect(hasGap).toBe(false)
        read.push(...texts)
      }
    })()
    const committed: string[] = []
    // More than the limit of concurrent writers: some wait between their change and their commit.
    const write = async (writer: number) => {
      for (let round = 0; round < ROUNDS; round++) {
        const text = `${writer} ${round}`
        const isUndone = (writer + round) % 5 === 0
        await database
          .transaction()
          .execute(async (tx) => {
            await writeChange(tx, 'writer', text)
            await sql`select pg_sleep(${((writer * 7 + round * 3) % 10) / 500})`.execute(tx)
            if (isUndone) throw new Error('undone')
          })
          .then(
            () => committed.push(text),
            (error: Error) => expect(error.message).toBe('undone'),
          )
      }
    }
    await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
    isOver = true
    await reading
    expect(read.toSorted()).toEqual(committed.toSorted())
  })

  it('are not held up by a long-running transaction, nor read twice after it', async () => {
    const { database } = server().services
    const reader = await ChangeReader.open(database, 'reader')
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    const slow = database.transaction().execute(async (tx) => {
      await writeChange(tx, 'writer', 'slow')
      await ended
    })
    await pause(50)
    await inTransaction(database, (tx) => writeChange(tx, 'writer', 'fast'))
    expect(await reader.read()).toEqual({ texts: ['fast'], hasGap: false })
    end()
    await slow
    expect(await reader.read()).toEqual({ texts: ['slow'], hasGap: false })
    expect(await reader.read()).toEqual({ texts: [], hasGap: false })
  })

  it('are not read by their writer, and make the reader reload everything when there are too many', async () => {
    const { database } = server().services
    const [own, other] = [
      await ChangeReader.open(database, 'own'),
      await ChangeReader.open(database, 'other'),
    ]
    await sql`insert into changes (id, transaction, origin, text, at)
      select 'many ' || n, pg_current_xact_id()::text::bigint, 'own', '[]', 0
      from generate_series(1, 2001) n`.execute(database)
    expect(await own.read()).toEqual({ texts: [], hasGap: false })
    expect((await other.read()).hasGap).toBe(true)
    expect(await other.read()).toEqual({ texts: [], hasGap: false })
    expect(await forgetChanges(database)).toBe(2001)
  })
})

describe.skipIf(process.env.TEST_DATABASE_URL)('an embedded database', () => {
  it('records no changes: it has one process', async () => {
    const { database } = server().services
    await writeChange(database, 'writer', '[]')
    expect(await database.selectFrom('changes').selectAll().execute()).toEqual([])
    expect(await forgetChanges(database)).toBe(0)
  })
})
