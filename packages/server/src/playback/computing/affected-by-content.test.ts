import { describe, expect, it } from 'vitest'
import type { Db } from '#db/schema.ts'
import { newId } from '#lib/ids.ts'
import { slices } from '#lib/work/slices.ts'
import { makeGroup, makeLayout, makeStoryboard, page } from '#test/content.ts'
import { useServer } from '#test/harness.ts'
import type { TestScreen } from '#test/screen.ts'
import { claimScreens } from '#test/screens.ts'
import { affectedByContent } from './affected-by-content.ts'

/** More than one piece. */
const MANY = 260

type Table = 'devices' | 'device_groups' | 'references' | 'planned_switches'

/** Adds copies of a row, of which some columns change. */
async function copy(db: Db, table: Table, id: string, change: (n: number) => object): Promise<string[]> {
  const row = await db
    .selectFrom(table as 'devices')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const copies = Array.from({ length: MANY }, (_, n) => ({ ...row, id: newId(), ...change(n) }))
  for (const some of slices(copies, 50))
    await db
      .insertInto(table as 'devices')
      .values(some)
      .execute()
  return copies.map((each) => each.id)
}

describe('what a page reaches', () => {
  const server = useServer()

  it('is every group that schedules it and every screen that was or will be switched to it, in pieces', async () => {
    const admin = await server().organization()
    const { database, clock } = server().services
    const layout = await makeLayout(admin)
    const { id: storyboardId } = await makeStoryboard(admin, { layoutIds: [layout.id] })
    const group = await makeGroup(admin, storyboardId)
    const [{ deviceId }] = (await claimScreens(server(), admin, ['Copied', 'Other'])) as [TestScreen]
    const groups = await copy(database, 'device_groups', group.id, (n) => ({ name: `${n}`, nameKey: `${n}` }))
    const named = await database
      .selectFrom('references')
      .select('id')
      .where('fromId', '=', group.id)
      .executeTakeFirstOrThrow()
    await copy(database, 'references', named.id, (n) => ({ fromId: groups[n] }))
    const own = (n: number) => ({ name: `${n}`, nameKey: `${n}`, tokenHash: newId() })
    const coming = await copy(database, 'devices', deviceId, own)
    const from = clock.now() + 3_600_000
    await admin.api.devices.switchStory({
      params: { id: deviceId },
      body: { storyboardId, from, end: 'manual' },
    })
    const planned = await database
      .selectFrom('planned_switches')
      .select('id')
      .where('deviceId', '=', deviceId)
      .executeTakeFirstOrThrow()
    await copy(database, 'planned_switches', planned.id, (n) => ({ deviceId: coming[n] }))
    const switched = await copy(database, 'devices', deviceId, (n) => ({
      ...own(n),
      overrideStoryboardId: storyboardId,
    }))
    // Others of the same organization.
    await makeGroup(admin, (await makeStoryboard(admin)).id)

    const found = { group: [] as string[], device: [] as string[] }
    for await (const { kind, ids } of affectedByContent(database, [layout.id])) {
      expect(ids.length).toBeLessThanOrEqual(250)
      found[kind].push(...ids)
    }
    expect(found.group.sort()).toEqual([group.id, ...groups].sort())
    expect(found.device.sort()).toEqual([deviceId, ...coming, ...switched].sort())

    const hashes = () =>
      database.selectFrom('devices').select(['id', 'manifestHash']).where('id', 'in', switched).execute()
    await server().services.publisher.publish([{ kind: 'content', id: layout.id }])
    await server().services.publisher.idle()
    const before = new Map((await hashes()).map((row) => [row.id, row.manifestHash]))
    const body = { ...page('Changed'), name: layout.name }
    await admin.api.layouts.update({ params: { id: layout.id }, body })
    await server().services.publisher.idle()
    const kept = (await hashes()).filter(({ id, manifestHash }) => before.get(id) === manifestHash)
    expect(kept).toEqual([])
  })
})
