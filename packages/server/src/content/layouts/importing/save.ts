// Makes the layout of an export, and what it shows, in one transaction.
import type { ImportNote, ImportReport } from '@vitrine/contract/api/content/layout-imports'
import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import { SOURCE_ROWS_MAX } from '@vitrine/contract/api/data/sources'
import { type ReadDocument, writeDocument } from '@vitrine/contract/document/layout-document'
import { SOURCE_NAME } from '@vitrine/contract/document/source-data'
import { reachOf } from '@vitrine/contract/permissions'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { refuseBeyondLimit, refuseMoreRows } from '#base/storage/queries.ts'
import { createFolder, homeFolder } from '#content/media/folders.ts'
import { createMedia } from '#content/media/queries.ts'
import { type InspectedFile, itemsOf } from '#content/media/upload-steps.ts'
import { createWebPage } from '#content/media/web/queries.ts'
import { keepVersion } from '#content/page-versions/queries.ts'
import { createPage, getPage, type PageKind } from '#content/pages/queries.ts'
import type { ForeignSheet } from '#content/uploads/layouts/api.ts'
import { createSource } from '#data/sources/queries.ts'
import { anyIn } from '#db/database.ts'
import { firstFreeName, numbered } from '#db/lists/free-name.ts'
import type { Db } from '#db/schema.ts'
import { reaching } from '#db/scoped.ts'
import { sourceChange } from '#db/sources.ts'
import { isoTime } from '#lib/clock.ts'
import { Notes } from './notes.ts'
import { type Making, pageOf } from './page-of.ts'
import type { Shown } from './part-of.ts'
import { type Arrived, bytesOfFiles, type ImportContext, type Received } from './receive.ts'

export async function saveLayout(
  context: ImportContext,
  arrived: Arrived,
): Promise<{ id: string; report: ImportReport }> {
  const { tenantDb, body, settings, session } = context
  const { organizationId, layout, fileName } = arrived
  const db = tenantDb(organizationId)
  const name = await freeName(
    db,
    'layout',
    body.name ?? (layout.name.trim() || fileName.replace(/\.zip$/i, '')),
  )
  const importing = new Importing(context, db, arrived, name)
  await importing.keepFiles()
  const background = arrived.files.find(({ isBackground }) => isBackground)
  const read = await pageOf(layout, background && importing.backdrop(background), importing)
  const id = await importing.page('layout', name, read)
  await refuseMoreRows(db, 'media', organizationId)
  await keepVersion(db, settings, await getPage(db, 'layout', id), session.userId)
  context.changed({ kind: 'content', id })
  return { id, report: importing.report(read) }
}

/** A name that no other page of the kind has. */
const freeName = (db: Db, kind: PageKind, name: string): Promise<string> =>
  firstFreeName(numbered(name.slice(0, 90)), (keys) =>
    db
      .selectFrom('pages')
      .select('nameKey')
      .where('kind', '=', kind)
      .where('nameKey', 'in', anyIn(db, JSON.stringify(keys)))
      .execute(),
  )

const NOTHING = { pictures: 0, videos: 0, others: 0, webPages: 0, cards: 0, sources: 0, bytes: 0 }

class Importing implements Making {
  readonly notes = new Notes()
  readonly #context: ImportContext
  readonly #db: Db
  readonly #arrived: Arrived
  readonly #name: string
  readonly #media = new Map<number, { id: string; isVideo: boolean }>()
  readonly #refused = new Map<number, Refused>()
  readonly #noted = new Set<number>()
  readonly #webPages = new Map<string, string>()
  readonly #sources = new Map<number, string>()
  readonly #counts = { ...NOTHING }
  #folder: { id: string; name: string } | undefined

  constructor(context: ImportContext, db: Db, arrived: Arrived, name: string) {
    this.#context = context
    this.#db = db
    this.#arrived = arrived
    this.#name = name
  }

  /** All files that screens can show become media in one folder. */
  async keepFiles(): Promise<void> {
    const { settings, tenantDb, blobs, clock } = this.#context
    const { organizationId, files } = this.#arrived
    const shown: { id: number; inspected: InspectedFile }[] = []
    for (const each of files) {
      const why = refusalOf(each)
      if (why) this.#refused.set(each.id, why)
      else if (each.inspected) shown.push({ id: each.id, inspected: each.inspected })
    }
    const inspected = shown.map((each) => each.inspected)
    await refuseBeyondLimit(this.#db, settings, organizationId, bytesOfFiles(inspected))
    const folderId = shown.length > 0 ? await this.#folderId() : null
    const none = { received: [], inspected: [] }
    const items = await itemsOf({ tenantDb, blobs }, { organizationId, folderId }, inspected, none, new Map())
    const rows = items.map(({ media }) => ({ ...media, thumbnailId: null }))
    const created = rows.length > 0 ? await createMedia(this.#db, rows, isoTime(clock.now())) : []
    for (const [index, { id, inspected: made }] of shown.entries()) {
      const { facts } = made
      const isVideo = facts.kind === 'video'
      this.#media.set(id, { id: created[index]?.id ?? '', isVideo })
      this.#counts[isVideo ? 'videos' : facts.kind === 'image' ? 'pictures' : 'others']++
      if (facts.kind === 'font') this.notes.add('', 'font', 'font', items[index]?.media.name)
    }
    this.#counts.bytes = bytesOfFiles(inspected)
  }

  backdrop({ id }: Received): string | undefined {
    return this.#media.get(id)?.id
  }

  async medium(
    shown: Shown,
    region: string,
    kind: string,
  ): Promise<{ id: string; isVideo: boolean } | undefined> {
    if ('address' in shown) return { id: await this.#webPage(shown), isVideo: false }
    const medium = this.#media.get(shown.file)
    if (medium) return medium
    this.#noteFile(shown.file, region, kind)
    return undefined
  }

  async source(sheet: number): Promise<string | undefined> {
    const known = this.#sources.get(sheet)
    const found = this.#arrived.layout.sheets.find(({ id }) => id === sheet)
    if (known !== undefined || !found) return known
    const name = await this.#createSource(found)
    this.#sources.set(sheet, name)
    this.#counts.sources++
    return name
  }

  async card(name: string, document: ReadDocument): Promise<string> {
    const free = await freeName(this.#db, 'card', `${this.#name.slice(0, 60)} ${name}`.slice(0, 90))
    const cardId = await this.page('card', free, document)
    const saved = await getPage(this.#db, 'card', cardId)
    await keepVersion(this.#db, this.#context.settings, saved, this.#context.session.userId)
    this.#counts.cards++
    const media = this.#db.selectFrom('media').select('id').where('cardId', '=', cardId)
    return (await media.executeTakeFirstOrThrow()).id
  }

  page(kind: PageKind, name: string, read: ReadDocument): Promise<string> {
    const { settings, clock } = this.#context
    const { organizationId } = this.#arrived
    const document = writeDocument(read, WIDGET_FIELDS) as LayoutDocument
    return createPage(this.#db, settings, kind, organizationId, { ...document, name }, isoTime(clock.now()))
  }

  report({ width, height, widgets }: ReadDocument): ImportReport {
    // What no region shows would be missed by nothing else.
    for (const { id } of this.#arrived.layout.files)
      if (!this.#media.has(id) && !this.#noted.has(id)) this.#noteFile(id, '', '')
    const { regions } = this.#arrived.layout
    return {
      ...{ name: this.#name, width, height },
      regions: regions.length,
      widgets: regions.reduce((sum, region) => sum + region.widgets.length, 0),
      elements: widgets.length,
      ...this.#counts,
      folder: this.#folder?.name ?? '',
      notes: this.notes.all(),
    }
  }

  async #webPage({ address, zoom }: { address: string; zoom: number }): Promise<string> {
    const key = `${zoom} ${address}`
    const known = this.#webPages.get(key)
    if (known !== undefined) return known
    const { clock, seal } = this.#context
    const name = new URL(address).host.slice(0, 255)
    const page = { name, address, refreshSeconds: 0, zoom, folderId: await this.#folderId() }
    const saving = { own: this.#db, seal, now: clock.now() }
    const id = await createWebPage(this.#db, this.#arrived.organizationId, page, saving)
    this.#webPages.set(key, id)
    this.#counts.webPages++
    return id
  }

  async #createSource({ name, columns, rows }: ForeignSheet): Promise<string> {
    const { session, clock, changed } = this.#context
    const { organizationId } = this.#arrived
    const plain = name
      .replace(/[^\p{L}\p{M}\p{N} ._&'()+-]/gu, ' ')
      .trim()
      .slice(0, 50)
      .trim()
    const free = await firstFreeName(numbered(SOURCE_NAME.test(plain) ? plain : 'Data'), (keys) =>
      this.#db
        .selectFrom('sources')
        .select('nameKey')
        .where('nameKey', 'in', anyIn(this.#db, JSON.stringify(keys)))
        .execute(),
    )
    await createSource(
      this.#db,
      { name: free, kind: 'csv', ...NO_READING },
      { columns, rows: rows.slice(0, SOURCE_ROWS_MAX), found: rows.length },
      { organizationId, userId: session.userId, now: clock.now() },
    )
    changed(sourceChange(organizationId, free))
    return free
  }

  async #folderId(): Promise<string> {
    if (this.#folder) return this.#folder.id
    const { session, clock } = this.#context
    const parent = await homeFolder(reaching(this.#db, reachOf(session, { write: 'media' })))
    const name = await firstFreeName(numbered(this.#name), (keys) =>
      this.#db
        .selectFrom('folders')
        .select('nameKey')
        .where('parentKey', '=', parent ?? '')
        .where('nameKey', 'in', anyIn(this.#db, JSON.stringify(keys)))
        .execute(),
    )
    const values = { name, folderId: parent }
    const id = await createFolder(this.#db, this.#arrived.organizationId, values, isoTime(clock.now()))
    await refuseMoreRows(this.#db, 'folders', this.#arrived.organizationId)
    this.#folder = { id, name }
    return id
  }

  /** Why a file isn't there. */
  #noteFile(id: number, region: string, kind: string): void {
    this.#noted.add(id)
    const name = this.#arrived.layout.files.find((each) => each.id === id)?.name ?? ''
    const { why, detail = name } = this.#refused.get(id) ?? { why: 'missing-file' }
    this.notes.add(region, kind, why, detail)
  }
}

const NO_READING = { url: '', path: '', sheet: '', stop: '', timezone: 'Etc/GMT', days: 30, every: 15 }

interface Refused {
  why: ImportNote['why']
  detail?: string
}

/** Why a file doesn't become a media item. */
function refusalOf({ inspected, refused = '' }: Received): Refused | undefined {
  if (!inspected) return { why: 'refused-file', detail: refused }
  if (inspected.facts.kind === 'package') return { why: 'script' }
  return inspected.facts.kind === 'deck' ? { why: 'document' } : undefined
}
