import { expect, it } from 'vitest'
import { useServer } from '#test/harness.ts'
import { bindStorage } from './install.ts'

const server = useServer()

it('knows the storage that the database belongs to, and starts with no other', async () => {
  const { database, blobs } = server().services
  await bindStorage(database, blobs)
  await expect(bindStorage(database, { id: 'another' })).rejects.toThrow(blobs.id)
  await bindStorage(database, blobs)
})
