import { expect, it } from 'vitest'
import { openSqlite } from '#db/embedded/sqlite.ts'
import { migrate } from '#db/start/migrate.ts'
import { StartError } from '#lib/env.ts'
import { useServer } from '#test/harness.ts'
import { bindStorage } from './install.ts'

const server = useServer()

it('DUR-13: records the storage that the database belongs to, and starts with no other', async () => {
  const { database, blobs } = server().services
  await bindStorage(database, blobs)
  const another = { id: 'another', list: () => blobs.list() }
  await expect(bindStorage(database, another)).rejects.toThrow(blobs.id)
  await bindStorage(database, blobs)
})

it('DUR-13: refuses to start with an empty database next to files of another one, which it would delete', async () => {
  const { blobs } = server().services
  const empty = openSqlite(':memory:')
  await migrate(empty)
  const files = async function* () {
    yield { sha256: 'ab', size: 1, keptAt: 0 }
  }
  await expect(bindStorage(empty, { id: blobs.id, list: files })).rejects.toThrow(StartError)
  expect(await empty.selectFrom('secrets').selectAll().execute()).toEqual([])
  await bindStorage(empty, { id: blobs.id, list: async function* () {} })
  await empty.destroy()
})

it('B-024: creates the sample licence, which holds no secret', async () => {
  const { licences } = await (await server().signIn()).api.licences.list()
  expect(licences).toMatchObject([{ number: 'SAMPLE-0001', devicesCount: 5, expiresAt: null }])
})
