import { describe, expect, it } from 'vitest'
import { useServer } from '#test/harness.ts'
import { changeStamp } from './database.ts'

describe('lists kept until something is written', () => {
  const server = useServer()
  const names = async (caller: Awaited<ReturnType<ReturnType<typeof server>['organization']>>) =>
    (await caller.api.buildings.list({ query: { page: 1 } })).buildings.map(({ name }) => name)
  const body = { name: 'House', location: 'Here', floors: [{ name: 'Ground' }] }

  it('are never old, whoever writes, and never cross organizations or roles', async () => {
    const [one, two] = [await server().organization(), await server().organization()]
    expect(await names(one)).toEqual([])
    await one.api.buildings.create({ body })
    expect([await names(one), await names(one), await names(two)]).toEqual([['House'], ['House'], []])
    await server().services.database.updateTable('buildings').set({ name: 'Changed' }).execute()
    expect(await names(one)).toEqual(['Changed'])
    const user = await server().user(one)
    expect((await user.api.users.list()).users).toHaveLength(1)
    expect((await one.api.users.list()).users).toHaveLength(2)
  })

  it('know of a write that was rolled back, and nothing of reads', async () => {
    const { database } = server().services
    const before = changeStamp(database)
    await database.selectFrom('buildings').selectAll().execute()
    expect(changeStamp(database)).toBe(before)
    if (before === null) return
    const failing = database.transaction().execute(async (tx) => {
      await tx.updateTable('buildings').set({ name: 'Never' }).execute()
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(changeStamp(database)).not.toBe(before)
    const one = await server().organization()
    expect(await names(one)).not.toContain('Never')
  })
})
