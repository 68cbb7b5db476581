import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DECK_TYPES } from '@vitrine/contract/api/content/conversions/decks'
import { SOURCE_KINDS, type SourceKind, SourceReading } from '@vitrine/contract/api/data/sources'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDiskStore } from '#blobs/disk-store.ts'
import { asPdf } from '#content/decks/office.ts'
import { countPages, drawPage } from '#content/uploads/drawing/api.ts'
import { inspectFile } from '#content/uploads/probing/probe.ts'
import { readSource } from '#data/sources/reading/read-source.ts'
import { findTools } from '#lib/work/tools.ts'
import { HOSTILE_ARCHIVES } from '#test/laws/hostile/archives.ts'
import type { DocumentKind } from '#test/laws/hostile/document.ts'
import { footprint } from '#test/laws/hostile/footprint.ts'
import { HOSTILE_PDFS } from '#test/laws/hostile/pdfs.ts'
import { HOSTILE_TEXTS } from '#test/laws/hostile/texts.ts'

const DOCUMENTS = [...HOSTILE_TEXTS, ...HOSTILE_ARCHIVES, ...HOSTILE_PDFS]
/** A sentence or the end of one that begins with the file's name, and no message of a library. */
const WORDS = /^(This |The |Too |[a-z_]+\.txt of this feed |is |has |can't |needs |takes )[^{}<>]{10,200}$/
/** What a busy machine may answer to any of them: their processes have low priority, and limits of wall time. */
const TOO_LATE = /takes too long/
const NOW = Date.parse('2026-11-26T06:58:00Z')

/** The limits of the processes that read them, and what the system adds until they are killed. */
const LIMITS: Record<'text' | 'feed' | 'gtfs' | 'pdf' | 'office', { seconds: number; megabytes: number }> = {
  text: { seconds: 7, megabytes: 550 },
  feed: { seconds: 6, megabytes: 450 },
  gtfs: { seconds: 47, megabytes: 550 },
  pdf: { seconds: 15, megabytes: 1500 },
  office: { seconds: 130, megabytes: 4200 },
}
const limitsOf = (kind: DocumentKind) => {
  if (kind === 'pptx' || kind === 'odp') return LIMITS.office
  return kind === 'feed' || kind === 'gtfs' || kind === 'pdf' ? LIMITS[kind] : LIMITS.text
}

const { soffice } = findTools()
const folder = mkdtempSync(path.join(tmpdir(), 'vitrine-hostile-'))
let address: Server
let answer: Buffer = Buffer.alloc(0)
let people = 0
/** Each from another organization: what ran into limits makes its owner wait. */
const person = () => ({ organizationId: `organization-${++people}`, userId: `user-${people}` })

beforeAll(async () => {
  address = createServer((_, response) => void response.end(answer))
  await new Promise<void>((resolve) => address.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  address.closeAllConnections()
  address.close()
  rmSync(folder, { recursive: true })
})

async function readTable(kind: SourceKind, content: Buffer): Promise<void> {
  answer = content
  const host = `127.0.0.1:${(address.address() as AddressInfo).port}`
  const blobs = await openDiskStore(path.join(folder, 'blobs'))
  const reading = SourceReading.parse({ kind, url: `http://${host}/file`, stop: 'Market' })
  await readSource(reading, { ...person(), language: '', now: NOW, localHosts: [host], blobs })
}

async function readPages(kind: keyof typeof DECK_TYPES, content: Buffer): Promise<void> {
  const by = person()
  const file = path.join(folder, by.userId)
  writeFileSync(file, content)
  expect(await inspectFile(file, by)).toMatchObject({ kind: 'deck', mimetype: DECK_TYPES[kind] })
  const draw = async (pdf: string) => {
    await countPages(pdf, by)
    await drawPage(pdf, 1, by)
  }
  const { signal } = new AbortController()
  if (kind === 'pdf') await draw(file)
  else await asPdf(soffice ?? '', { file, mimetype: DECK_TYPES[kind], signal }, draw)
}

const isSource = (kind: DocumentKind): kind is SourceKind => SOURCE_KINDS.some((each) => each === kind)

describe('a hostile document', () => {
  it('of every kind is here', () => {
    const kinds = new Set(DOCUMENTS.map(([kind]) => kind))
    expect([...kinds].sort()).toEqual([...SOURCE_KINDS, ...Object.keys(DECK_TYPES)].sort())
  })

  const readable = DOCUMENTS.filter(([kind]) => soffice !== null || (kind !== 'pptx' && kind !== 'odp'))
  it.each(readable)(
    '%s, %s: read or refused in words, within bounds',
    async (kind, _name, make, says) => {
      const content = make()
      let said = 'read'
      const used = await footprint(async () => {
        const work = isSource(kind) ? readTable(kind, content) : readPages(kind, content)
        await work.catch((error: Error) => {
          said = error.message
        })
      })
      if (says !== 'any' && !TOO_LATE.test(said)) expect(said).toMatch(says)
      expect(said === 'read' || WORDS.test(said), said).toBe(true)
      if (!used) return
      expect(used.seconds).toBeLessThan(limitsOf(kind).seconds)
      expect(used.megabytes).toBeLessThan(limitsOf(kind).megabytes)
    },
    240_000,
  )
})
