import { describe, expect, it } from 'vitest'
import { makeGroup, makeStoryboard } from '#test/content.ts'
import { useServer } from '#test/harness.ts'
import { claimScreens } from '#test/screens.ts'

describe("synchronization of a group's screens", () => {
  const server = useServer()

  const wall = async () => {
    const admin = await server().organization()
    const group = await makeGroup(admin, (await makeStoryboard(admin)).id)
    const screens = await claimScreens(server(), admin, ['A', 'B', 'C'], { deviceGroupId: group.id })
    const look = async () => (await admin.api.deviceGroups.inStep({ params: { id: group.id } })).inStep
    const report = async (offs: readonly number[], kind: 'page' | 'video', at: number) => {
      for (const [index, ms] of offs.entries()) {
        const screen = screens[index]
        if (!screen) throw new Error('Too few screens')
        await screen.report({ group: '', device: '' }, { inStep: [{ kind, at, ms }], clockError: index + 1 })
      }
    }
    return { admin, screens, look, report }
  }

  it('is empty while no two screens measured the same instant', async () => {
    const { look, report } = await wall()
    expect(await look()).toEqual({ apart: [], screens: 0, clockError: null, furthest: null })
    await report([4], 'video', server().clock.now() - 1000)
    expect((await look()).apart).toEqual([])
  })

  it('is the time from the first to the last screen at one instant, written or not, and names the slowest', async () => {
    const { look, report, screens } = await wall()
    const at = server().clock.now() - 1000
    await report([-4, 8, 90], 'video', at)
    const expected = {
      apart: [{ kind: 'video', p50: 94, p95: 94, moments: 1 }],
      screens: 3,
      clockError: 3,
      furthest: { id: screens[2]?.deviceId, name: 'C', ms: 82 },
    }
    expect(await look()).toEqual(expected)
    await server().services.reports.flush()
    expect(await look()).toEqual(expected)
  })

  it('ignores measurements older than half an hour, and screens that are offline', async () => {
    const { look, report } = await wall()
    await report([0, 5, 9], 'page', server().clock.now() - 1_800_001)
    expect((await look()).apart).toEqual([])
    await report([0, 5, 9], 'page', server().clock.now())
    expect((await look()).apart).toEqual([{ kind: 'page', p50: 9, p95: 9, moments: 1 }])
    server().clock.advance(600_000)
    expect((await look()).screens).toBe(0)
  })

  it('is hidden from other organizations', async () => {
    const { admin } = await wall()
    const [group] = (await admin.api.deviceGroups.list({})).devicesGroups
    const other = await server().organization()
    await expect(other.api.deviceGroups.inStep({ params: { id: group?.id ?? '' } })).rejects.toMatchObject({
      status: 404,
    })
  })
})
