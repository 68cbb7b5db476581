import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Archive } from '@vitrine/contract/api/operations/archives'
import { type Entry, fromBufferPromise } from 'yauzl'
import { importArchive } from '#operations/moving/import-archive.ts'
import { writeArchive } from '#operations/moving/write-archive.ts'
import type { Caller, TestServer } from './harness.ts'

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'vitrine-moving-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** An organization's archive. */
export const exported = (server: TestServer, organizationId: string): Promise<Buffer> =>
  inFolder(async (folder) => {
    const { database, blobs, clock } = server.services
    const made = { database, blobs, organizationId, folder, version: 'test', now: clock.now() }
    return buffer((await writeArchive(made)).content)
  })

/** Imports an archive as a new organization. */
export const imported = (server: TestServer, archive: Buffer, name?: string) =>
  inFolder(async (folder) => {
    const { database, blobs, clock, settings } = server.services
    const file = path.join(folder, 'archive.zip')
    await writeFile(file, archive)
    return importArchive({
      ...{ database, blobs, settings, folder, name },
      from: { path: file },
      sender: { organizationId: 'test', userId: 'test' },
      actor: { kind: 'job', id: 'import', name: '' },
      now: () => clock.now(),
    })
  })

/** Every file of an archive, by name. */
export async function unzipped(archive: Buffer): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(archive, { lazyEntries: true })
  const found = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry() as AsyncIterable<Entry>)
    found.set(String(entry.fileName), await buffer(await zip.openReadStreamPromise(entry)))
  return found
}

export type ArchivedRow = Record<string, string | number | null> & { id: string }

/** The rows of an archive, by table. */
export async function rowsOfArchive(archive: Buffer): Promise<Map<string, ArchivedRow[]>> {
  const tables = new Map<string, ArchivedRow[]>()
  for (const [name, content] of await unzipped(archive)) {
    const table = /^tables\/(\w+)\.jsonl$/.exec(name)?.[1]
    if (table)
      tables.set(
        table,
        String(content)
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line) as ArchivedRow),
      )
  }
  return tables
}

/** Exports the caller's organization, waits for the job, and returns the archive's id. */
export async function finishedExport(caller: Caller): Promise<string> {
  const { archive } = await caller.api.archives.create({ body: {} })
  return (await endedArchive(caller, archive.id)).id
}

/** Waits for its job. */
export async function endedArchive(caller: Caller, id: string): Promise<Archive> {
  for (;;) {
    const { archives } = await caller.api.archives.list()
    const found = archives.find((each) => each.id === id)
    if (found && !['waiting', 'running'].includes(found.state)) return found
    await new Promise((done) => setTimeout(done, 30))
  }
}
