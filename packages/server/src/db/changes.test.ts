import { describe, expect, it } from 'vitest'
import { useServer } from '#test/harness.ts'
import { changesOf, inQuickTransaction, inSnapshot } from './database.ts'

describe('what is noted of writes', () => {
  const server = useServer()

  it('names the tables that a transaction writes to, and none that it only reads', async () => {
    const { database } = server().services
    const changes = changesOf(database)
    // PostgreSQL: other servers write unseen.
    if (!changes) return
    const stamps = () => ['devices', 'device_states'].map((table) => changes.stamp([table]))
    const before = stamps()
    await inSnapshot(database, (tx) => tx.selectFrom('devices').select('id').execute())
    expect(stamps()).toEqual(before)
    await inQuickTransaction(database, (tx) => tx.updateTable('device_states').set({ ip: '::1' }).execute())
    expect(stamps()[0]).toBe(before[0])
    expect(stamps()[1]).not.toBe(before[1])
    const undone = inSnapshot(database, async () => {
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(stamps()[0]).not.toBe(before[0])
  })
})
