import { isoTime } from '#lib/clock.ts'
import { newId } from '#lib/ids.ts'
import type { Caller, TestServer } from '#test/harness.ts'
import { picture, tone, upload } from '#test/uploads.ts'
import { menuBoard } from '#test/zip.ts'

/** Entities that hang on a folder of the media library. */
export const FILED_ENTITIES = [
  ...(['folders', 'media', 'audio', 'packages', 'webMedia', 'decks', 'conversions', 'trash'] as const),
]
export type FiledEntity = (typeof FILED_ENTITIES)[number]
export const isFiled = (entity: string): entity is FiledEntity =>
  (FILED_ENTITIES as readonly string[]).includes(entity)

/** Uploads one file into a folder. */
export async function fileIn(
  caller: Caller,
  folderId: string,
  name: string,
  content?: Buffer,
): Promise<string> {
  const file = { name, content: content ?? (await picture(`#${name.length.toString(16).padStart(6, '1')}`)) }
  const [media] = await upload(caller, [{ field: 'folderId', content: folderId }, file])
  return media?.id ?? ''
}

export async function webPageIn(caller: Caller, folderId: string, name: string): Promise<string> {
  const body = { name, address: 'https://example.org/', folderId }
  return (await caller.api.webMedia.create({ body })).media.id
}

/** Something deleted from a folder; the id in the trash. */
export async function deletedIn(caller: Caller, folderId: string, name: string): Promise<string> {
  const id = await fileIn(caller, folderId, name)
  await caller.api.media.remove({ params: { id } })
  return id
}

/** A deck and its conversion in a folder, as if a PDF had been converted. */
async function deckIn(
  server: TestServer,
  { organizationId, folderId, name }: { organizationId: string; folderId: string; name: string },
) {
  const { database, clock } = server.services
  const at = isoTime(clock.now())
  const times = { createdAt: at, updatedAt: at }
  const file = { name, sha256: '0'.repeat(64), mimetype: 'application/pdf', size: 9 }
  const deck = { id: newId(), organizationId, folderId, ...file, ...times }
  await database
    .insertInto('decks')
    .values({ ...deck, pages: 1, duration: 5, storyboardId: null, version: 1 })
    .execute()
  const work = { kind: 'deck' as const, state: 'done' as const, params: '{}', done: 1, total: 1, attempts: 1 }
  const id = newId()
  await database
    .insertInto('conversions')
    .values({
      ...{ id, organizationId, folderId, ...file, ...times, ...work, deckId: deck.id, userId: null },
      ...{ mediaId: null, error: null, removed: null, leaseUntil: 0 },
    })
    .execute()
  return { decks: deck.id, conversions: id }
}

/** One of each in a folder. */
export async function fillFolder(
  server: TestServer,
  admin: Caller & { organizationId: string },
  folderId: string,
  name: string,
): Promise<Record<FiledEntity, string>> {
  const { organizationId } = admin
  return {
    folders: (await admin.api.media.createFolder({ body: { name: `${name} below`, folderId } })).folder.id,
    media: await fileIn(admin, folderId, `${name}.png`),
    audio: await fileIn(admin, folderId, `${name}.wav`, tone(1)),
    packages: await fileIn(admin, folderId, `${name}.zip`, menuBoard()),
    webMedia: await webPageIn(admin, folderId, `${name} page`),
    ...(await deckIn(server, { organizationId, folderId, name: `${name}.pdf` })),
    trash: await deletedIn(admin, folderId, `${name} gone.png`),
  }
}
