import { beforeAll, describe, expect, it } from 'vitest'
import { makeGroup, makeStoryboard } from '#test/content.ts'
import { useServer } from '#test/harness.ts'
import { personWithRows, row } from '#test/roles.ts'
import { claimScreens } from '#test/screens.ts'

const MINUTE = 60_000

describe('how many screens *Put all right* is about', () => {
  const server = useServer()
  let admin: Awaited<ReturnType<ReturnType<typeof server>['organization']>>
  let mine = ''

  beforeAll(async () => {
    admin = await server().organization()
    const [daily, special] = [await makeStoryboard(admin), await makeStoryboard(admin)]
    server().clock.advance(10 * MINUTE)
    const groups = [await makeGroup(admin, daily.id), await makeGroup(admin, daily.id)]
    mine = groups[0]?.id ?? ''
    const screens = [
      ...(await claimScreens(server(), admin, ['A'], { deviceGroupId: mine })),
      ...(await claimScreens(server(), admin, ['B', 'C'], { deviceGroupId: groups[1]?.id })),
    ]
    for (const screen of screens) {
      const params = { id: screen.deviceId }
      await admin.api.devices.switchStory({ params, body: { storyboardId: special.id, end: 'manual' } })
      await screen.report({ group: 'old', device: 'old' })
    }
    server().clock.advance(3 * MINUTE)
  })
  const counted = async ({ api }: Pick<typeof admin, 'api'>) => {
    const { states, correctable } = await api.devices.states()
    return { seen: states.differs, correctable }
  }
  const scope = () => ({ places: { buildings: [], floors: [], groups: [mine] } })

  it('is all that an administrator sees', async () => {
    expect(await counted(admin)).toEqual({ seen: 3, correctable: 3 })
  })

  it('leaves out those that a role only shows, as the call does', async () => {
    const person = await personWithRows(admin, [row({ devices: 'read' }), row({ devices: 'write' }, scope())])
    expect(await counted(person)).toEqual({ seen: 3, correctable: 1 })
    const { results, left } = await person.api.devices.putRight({ body: {} })
    expect([results.length, left]).toEqual([1, 0])
  })

  it('is none for a role that changes no screens', async () => {
    const person = await personWithRows(admin, [row({ devices: 'read' })])
    expect((await counted(person)).correctable).toBe(0)
  })
})
