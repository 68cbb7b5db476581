import { describe, expect, it } from 'vitest'
import { anyOf } from '#db/database.ts'
import { makeGroup, makeStoryboard } from '#test/content.ts'
import { useServer } from '#test/harness.ts'
import { groupsNaming } from './schedule-references.ts'

describe('uses of storyboards in schedules', () => {
  const server = useServer()
  const naming = async (id: string) => {
    const { database } = server().services
    const rows = await groupsNaming(database, anyOf(database, [{ id }])).execute()
    return rows.map((row) => row.id)
  }

  it('follow saves, the settling schedule included, and are restored with a group', async () => {
    const admin = await server().organization()
    const [one, other] = [await makeStoryboard(admin), await makeStoryboard(admin)]
    const { id } = await makeGroup(admin, one.id)
    await makeGroup(admin, null)
    expect(await naming(one.id)).toEqual([id])
    const slots = [{ from: '08:00 AM', to: '09:00 AM', storyboardId: other.id }]
    const schedule = { timezone: 'Etc/GMT', defaultStoryboardId: null, slots }
    await admin.api.deviceGroups.update({ params: { id }, body: { name: 'Mornings', schedule } })
    expect([await naming(one.id), await naming(other.id)]).toEqual([[id], [id]])
    server().clock.advance(120_000)
    await admin.api.deviceGroups.update({
      params: { id },
      body: { name: 'Mornings', schedule: { ...schedule, slots: [] } },
    })
    expect([await naming(one.id), await naming(other.id)]).toEqual([[], [id]])
    await admin.api.deviceGroups.remove({ params: { id }, body: {} as never })
    expect(await naming(other.id)).toEqual([])
    await admin.api.trash.restore({ params: { id } })
    expect(await naming(other.id)).toEqual([id])
  })
})
