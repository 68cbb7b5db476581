import { Readable } from 'node:stream'
import { describe, expect, it, vi } from 'vitest'
import { openIncoming } from '#base/storage/api.ts'
import type { Unpacked } from '#content/packages/queries.ts'
import type { ReceivedFile } from '#content/uploads/api.ts'
import { useServer } from '#test/harness.ts'
import {
  bytesOf,
  declaredBytes,
  destinationOf,
  keepFiles,
  openQuota,
  picturesFor,
  readFolderId,
  receiveForm,
  reserveQuota,
  type UploadContext,
} from './upload-steps.ts'

const SHA = '0'.repeat(64)
const staged = (size: number) => ({ size, sha256: SHA, path: '', keep: vi.fn(), discard: vi.fn() })
const file = (size: number, uploadId?: string) =>
  ({
    name: 'a.png',
    staged: staged(size),
    sender: {},
    ...(uploadId && { uploadId }),
  }) as unknown as ReceivedFile
const unpacked = (...sizes: number[]) => ({ staged: sizes.map(staged) }) as unknown as Unpacked
const keyOf = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return (error as { errKey?: string }).errKey
  }
}

describe('the steps of an upload', () => {
  const server = useServer({ STORAGE_MB_PER_ORGANIZATION: '1' })

  it('declared bytes exclude the form, and are unknown without a length', () => {
    const declared = (headers: object) => declaredBytes({ request: { headers } } as never)
    expect(declared({ 'content-length': '5000' })).toBe(3976)
    expect(declared({ 'content-length': '10' })).toBe(0)
    expect(declared({})).toBeUndefined()
  })

  it('bytes include files, thumbnails, and contents of packages', () => {
    expect(bytesOf([file(1), file(2)], [file(10)], [unpacked(100, 200)])).toBe(313)
    expect(bytesOf([], [], [])).toBe(0)
  })

  it('thumbnails count only if there is one for each file', () => {
    const pictures = [file(1), file(2)]
    expect(picturesFor([1, 2], pictures)).toBe(pictures)
    expect(picturesFor([1], pictures)).toEqual([])
    expect(picturesFor([1, 2, 3], pictures)).toEqual([])
  })

  it('a folder id is Root when empty, and refused when malformed', () => {
    for (const root of [undefined, '', 'null']) expect(readFolderId(root)).toBeNull()
    expect(keyOf(() => readFolderId('../x'))).toBe('INVALID')
  })

  it('the folder decides the organization, and an unknown folder is refused', async () => {
    const admin = await server().organization()
    const { folder } = await admin.api.media.createFolder({ body: { name: 'Folder' } })
    const db = server().services.database
    const organizationFor = async (sent: string | undefined) => sent ?? 'own'
    const to = (values: Record<string, string>) => destinationOf({ db, organizationFor }, values)
    expect(await to({ folderId: folder.id, organizationId: 'sent' })).toEqual({
      organizationId: admin.organizationId,
      folderId: folder.id,
    })
    expect(await to({ organizationId: 'sent' })).toEqual({ organizationId: 'sent', folderId: null })
    expect(await to({})).toEqual({ organizationId: 'own', folderId: null })
    await expect(to({ folderId: '01a20a60-0d03-7030-8000-000000000000' })).rejects.toMatchObject({
      errKey: 'INVALID',
    })
  })

  it('room is reserved early for a user of an organization, but not for a super admin', async () => {
    const { organizationId } = await server().organization()
    const { database: db, settings } = server().services
    const opened = (role: string) =>
      openQuota({ db, settings, session: { role, organizationId } } as unknown as UploadContext)
    expect(await opened('0')).toBeUndefined()
    const room = await opened('1')
    expect(room).toHaveProperty('take')
    room?.end()
  })

  it('room is reserved for files that arrived in parts, or for all files of a super admin, and released on refusal', async () => {
    const { organizationId } = await server().organization()
    const { database: db, settings } = server().services
    const MB = 2 ** 20
    const take = async (isOpen: boolean, media: ReceivedFile[]) => {
      const opened = isOpen ? await openIncoming(db, settings, organizationId) : undefined
      const room = await reserveQuota({ db, settings }, opened, organizationId, {
        media,
        thumbnail: [file(9)],
      })
      room.end()
    }
    await take(true, [file(2 * MB)])
    await expect(take(true, [file(2 * MB, 'u1')])).rejects.toMatchObject({ errKey: 'STORAGE_LIMIT' })
    await expect(take(false, [file(2 * MB)])).rejects.toMatchObject({ errKey: 'STORAGE_LIMIT' })
    // Both refusals released their room.
    await take(false, [file(MB - 100)])
  })

  it('a form without files is refused', async () => {
    const request = {
      headers: {},
      raw: Readable.from([]),
      isMultipart: () => true,
      parts: async function* () {},
    }
    const { settings, blobs } = server().services
    const context = { request, session: {}, blobs, settings } as unknown as UploadContext
    await expect(receiveForm(context, undefined)).rejects.toMatchObject({ errKey: 'INVALID' })
  })

  it('files, pictures, and contents are all kept', async () => {
    const [one, content] = [file(1), unpacked(2, 3)]
    await keepFiles([one], [content])
    for (const each of [one.staged, ...content.staged]) expect(each.keep).toHaveBeenCalledOnce()
  })
})
