import { describe, expect, it } from 'vitest'
import { isPostgres } from '#db/database.ts'
import { newId } from '#lib/ids.ts'
import { makeLayout } from '#test/content.ts'
import { useServer } from '#test/harness.ts'
import { StatementCounter } from '#test/laws/scale/statements.ts'
import { picture, upload } from '#test/uploads.ts'

/** Milliseconds of this thread's processor time within one turn of the event loop, at most, while work runs. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  const used = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let longest = 0
  let last = used()
  let isOver = false
  const turn = () => {
    const now = used()
    longest = Math.max(longest, now - last)
    last = now
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  isOver = true
  turn()
  return longest
}

describe('the trash with very much in it', () => {
  const server = useServer()

  it('lets screens be served while a storyboard returns with a hundred pages', async () => {
    const admin = await server().organization()
    const layoutIds: string[] = []
    for (let n = 0; n < 100; n += 1) layoutIds.push((await makeLayout(admin)).id)
    const items = layoutIds.map((layoutId) => ({ layoutId, duration: 5 }))
    const { storyboard } = await admin.api.storyboards.create({
      body: { name: 'All pages', type: 'designed', mode: 'AUTO', items },
    })
    await admin.api.storyboards.remove({ params: { id: storyboard.id } })
    await admin.api.layouts.removeMany({ body: { ids: layoutIds } })
    let also = 0
    const longest = await longestTurn(async () => {
      const { restored } = await admin.api.trash.restore({ params: { id: storyboard.id } })
      also = restored.also.length
    })
    expect(also).toBe(100)
    expect(longest).toBeLessThan(60)
  })

  it('lets screens be served while a folder of thousands is deleted and restored', async () => {
    const admin = await server().organization()
    const { database } = server().services
    const { folder } = await admin.api.media.createFolder({ body: { name: 'Archive' } })
    const [made] = await upload(admin, [{ name: 'a.png', content: await picture() }])
    const row = await database
      .selectFrom('media')
      .selectAll()
      .where('id', '=', made?.id ?? '')
      .executeTakeFirstOrThrow()
    for (let n = 0; n < 20; n += 1) {
      const rows = Array.from({ length: 200 }, () => ({ ...row, id: newId(), folderId: folder.id }))
      await database.insertInto('media').values(rows).execute()
    }
    const params = { id: folder.id }
    expect(await longestTurn(() => admin.api.media.removeFolder({ params }))).toBeLessThan(60)
    expect(await longestTurn(() => admin.api.trash.restore({ params }))).toBeLessThan(60)
    const { count } = await database
      .selectFrom('media')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('folderId', '=', folder.id)
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBe(4000)
  })

  it('finds a free name among thousands with few statements', async () => {
    const admin = await server().organization()
    const { database } = server().services
    if (isPostgres(database)) return
    const { folder } = await admin.api.media.createFolder({ body: { name: 'Menus' } })
    await admin.api.media.removeFolder({ params: { id: folder.id } })
    const { folder: like } = await admin.api.media.createFolder({ body: { name: 'Menus' } })
    const row = await database
      .selectFrom('folders')
      .selectAll()
      .where('id', '=', like.id)
      .executeTakeFirstOrThrow()
    const named = (n: number) => ({ ...row, id: newId(), name: `Menus ${n}`, nameKey: `menus ${n}` })
    for (let first = 2; first < 3000; first += 200)
      await database
        .insertInto('folders')
        .values(Array.from({ length: 200 }, (_, index) => named(first + index)))
        .execute()
    const counter = await StatementCounter.of(server().services)
    const url = `/api/trash/${folder.id}/restore`
    const headers = { authorization: `Bearer ${admin.token}` }
    const { answer, statements } = await counter.during(async () =>
      server().inject({ method: 'POST', url, headers }),
    )
    expect(answer.json().restored.name).toMatch(/^Menus 3\d\d\d$/)
    expect(statements.length).toBeGreaterThan(20)
    expect(statements.length).toBeLessThan(100)
  })
})
