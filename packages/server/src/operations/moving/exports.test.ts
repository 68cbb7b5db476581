import { EXPORTS_MAX } from '@vitrine/contract/api/operations/archives'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#lib/ids.ts'
import { endedArchive, finishedExport } from '#test/archives.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { uploadOne } from '#test/uploads.ts'

const server = useServer()
let superAdmin: Caller
beforeAll(async () => {
  superAdmin = await server().signIn()
})

describe('exports that are kept', () => {
  it('an organization has a limited number of exports', async () => {
    const owner = await server().organization()
    const id = await finishedExport(owner)
    const { database } = server().services
    const row = await database
      .selectFrom('archives')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const more = Array.from({ length: EXPORTS_MAX - 1 }, () => ({ ...row, id: newId() }))
    await database.insertInto('archives').values(more).execute()
    expect(await owner.call('POST', '/archives', {})).toMatchObject({
      ...{ status: 413, body: { errKey: 'EXPORT_LIMIT' } },
    })
    await owner.api.archives.remove({ params: { id } })
    expect((await owner.call('POST', '/archives', {})).status).toBe(201)
  })

  it('at its storage limit, an organization can be exported, and shows the bytes of its exports', async () => {
    const owner = await server().organization()
    await uploadOne(owner)
    const params = { id: owner.organizationId }
    const read = async () => (await superAdmin.api.organizations.get({ params })).organization
    const { name, storage } = await read()
    const { database } = server().services
    await database
      .updateTable('media')
      .set({ size: 2 ** 20 })
      .where('organizationId', '=', owner.organizationId)
      .execute()
    await superAdmin.api.organizations.update({ params, body: { name, storageMb: 1 } })
    const { used } = (await read()).storage
    const sizes: number[] = []
    for (let n = 0; n < EXPORTS_MAX; n++) {
      const { archive: made } = await owner.api.archives.create({ body: {} })
      const { state, size } = await endedArchive(owner, made.id)
      expect(state).toBe('done')
      sizes.push(size ?? 0)
    }
    const exports = sizes.reduce((sum, size) => sum + size, 0)
    expect(storage.exports).toBe(0)
    expect((await read()).storage).toMatchObject({ used, exports })
    expect((await owner.call('POST', '/archives', {})).status).toBe(413)
  })
})
