import { describe, expect, it } from 'vitest'
import { makeLayout } from '#test/content.ts'
import { refused, useServer } from '#test/harness.ts'

describe('the trash of a damaged database', () => {
  const server = useServer()

  it('reports damaged entries, and restores the rest', async () => {
    const [admin, other] = [await server().organization(), await server().organization()]
    const { database: db } = server().services
    const layouts = [await makeLayout(admin), await makeLayout(admin), await makeLayout(admin)]
    const ids = layouts.map(({ id }) => id)
    await admin.api.layouts.removeMany({ body: { ids } })
    const spoil = async (id: string | undefined, damage: (rows: string) => string) => {
      const kept = db
        .selectFrom('trash_rows')
        .selectAll()
        .where('trashId', '=', id ?? '')
      const row = await kept.where('tableName', '=', 'pages').executeTakeFirstOrThrow()
      await db
        .updateTable('trash_rows')
        .set({ rows: damage(row.rows) })
        .where('id', '=', row.id)
        .execute()
    }
    await spoil(ids[0], (rows) => rows.replaceAll(admin.organizationId, other.organizationId))
    await spoil(ids[1], (rows) => rows.slice(1))
    const answer = await admin.api.trash.restoreMany({ body: { ids } })
    expect(answer.done).toEqual([ids[2]])
    expect(answer.refused.map(({ errKey }) => errKey)).toEqual(['TRASH_DAMAGED', 'TRASH_DAMAGED'])
    for (const id of ids.slice(0, 2))
      expect((await refused(admin.api.trash.restore({ params: { id } }))).status).toBe(409)
    expect((await other.api.layouts.list()).layoutList).toEqual([])
  })
})
