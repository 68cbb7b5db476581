import { describe, expect, it } from 'vitest'
import { isPostgres } from '#db/database.ts'
import { makeGroup, makeLayout, makeStoryboard, page } from '#test/content.ts'
import { useServer } from '#test/harness.ts'
import { StatementCounter } from '#test/laws/scale/statements.ts'

describe('manifests that no screen asks for', () => {
  const server = useServer()

  it('are computed again once for many saves in a row, and are those of the last save', async () => {
    const { services } = server()
    // The counter watches the one connection of an embedded database.
    if (isPostgres(services.database)) return
    const admin = await server().organization()
    const layout = await makeLayout(admin)
    const { id: storyboardId } = await makeStoryboard(admin, { layoutIds: [layout.id] })
    const groups = []
    for (let n = 0; n < 5; n++) groups.push(await makeGroup(admin, storyboardId))
    await services.publisher.idle()
    // No screen has asked for them.
    for (let twice = 0; twice < 2; twice++) services.publisher.forgetIdle()
    const hashOf = async () => {
      const rows = await services.database.selectFrom('device_groups').select('manifestHash').execute()
      return rows.map(({ manifestHash }) => manifestHash)
    }
    const before = await hashOf()
    const counter = await StatementCounter.of(services)
    const { statements } = await counter.during(async () => {
      const change = { kind: 'content', id: layout.id } as const
      await Promise.all(Array.from({ length: 30 }, () => services.publisher.publish([change])))
      const body = { ...page('Changed'), name: layout.name }
      await admin.api.layouts.update({ params: { id: layout.id }, body })
      await services.publisher.idle()
    })
    const computed = statements.filter((text) => text.startsWith('select * from "device_groups" where "id"'))
    expect(computed.length).toBeGreaterThanOrEqual(groups.length)
    expect(computed.length).toBeLessThanOrEqual(4 * groups.length)
    const after = await hashOf()
    expect(after.filter((hash) => before.includes(hash))).toEqual([])
  })
})
