import { hash } from 'node:crypto'
import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import type { WebPage } from '@vitrine/contract/api/content/web-page'
import type { ManifestContent, ManifestMedia } from '@vitrine/contract/api/playback/manifest'
import { CAPTIONS_TYPE } from '@vitrine/contract/document/captions'
import { mediaInDocument, readDocument } from '@vitrine/contract/document/layout-document'
import { PACKAGE_TYPE, packageType } from '@vitrine/contract/document/package-files'
import { withoutLinks } from '@vitrine/contract/document/styles'
import type { ScreenTraits } from '@vitrine/contract/schedule/screen-rule'
import { type ShowSpan, storyboardSpans } from '@vitrine/contract/schedule/show-dates'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import type { Selectable } from 'kysely'
import { referencesOf } from '#base/references/queries.ts'
import { drawing } from '#base/styles/queries.ts'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { MediaTable } from '#db/tables/content.ts'
import {
  type ApprovedStoryboard,
  collectContent,
  contentOf,
  type LinkedMedium,
  type Sources,
} from './manifest.ts'
import { loadPackages, type PackageVersion } from './packages.ts'

/** The content of storyboards, and every id that it depends on, found or not. */
export interface Content {
  content: ManifestContent
  dependsOn: ReadonlySet<string>
  /** The content as JSON. */
  readonly text: string
}

/**
 * Loads the content of one organization's storyboards. `db` is bound to it, so that no id in a document gives access to
 * another organization's data. `isPartial`: some of the storyboards play on some screens only.
 */
export async function loadContent(db: Db, roots: readonly string[], isPartial = false): Promise<Content> {
  const contents = await loadContents(db, [roots], isPartial)
  return contents(roots)
}

/** Loads the content of several sets of storyboards together. Returns the content of each set. */
export async function loadContents(
  db: Db,
  sets: Iterable<readonly string[]>,
  isPartial = false,
): Promise<(roots: readonly string[]) => Content> {
  const sources: Sources = { storyboards: new Map(), pages: new Map(), media: new Map() }
  const keyOf = (roots: readonly string[]) => roots.join(' ')
  let waiting = [...new Map([...sets].map((roots) => [keyOf(roots), roots])).values()]
  while (waiting.length > 0) {
    const unknown = { storyboards: new Set<string>(), pages: new Set<string>(), media: new Set<string>() }
    waiting = waiting.filter((roots) => {
      const found = collectContent(roots, sources).unknown
      for (const kind of ['storyboards', 'pages', 'media'] as const)
        for (const id of found[kind]) unknown[kind].add(id)
      return found.storyboards.length + found.pages.length + found.media.length > 0
    })
    await loadStoryboards(db, [...unknown.storyboards], sources)
    await loadPages(db, [...unknown.pages], sources)
    await loadMedia(db, [...unknown.media], sources)
  }
  const made = new Map<string, Content>()
  return (roots) => {
    const content = made.get(keyOf(roots)) ?? contentFrom(roots, sources, isPartial)
    made.set(keyOf(roots), content)
    return content
  }
}

function contentFrom(roots: readonly string[], sources: Sources, isPartial: boolean): Content {
  const reached = collectContent(roots, sources)
  const dependsOn = new Set([...reached.storyboards, ...reached.pages, ...reached.media])
  const content = contentOf(reached, sources, isPartial)
  let text: string | undefined
  return {
    content,
    dependsOn,
    get text() {
      text ??= JSON.stringify(content)
      return text
    },
  }
}

const listed = (db: Db, ids: readonly string[]) =>
  anyOf(
    db,
    ids.map((id) => ({ id })),
  )

async function loadStoryboards(db: Db, ids: readonly string[], { storyboards }: Sources): Promise<void> {
  if (ids.length === 0) return
  for (const id of ids) storyboards.set(id, undefined)
  const rows = await db
    .selectFrom('storyboards')
    .select(['id', 'approved'])
    .where('id', 'in', listed(db, ids))
    .execute()
  for (const { id, approved } of rows)
    if (approved !== null) storyboards.set(id, { id, ...(JSON.parse(approved) as ApprovedStoryboard) })
}

async function loadPages(db: Db, ids: readonly string[], { pages }: Sources): Promise<void> {
  if (ids.length === 0) return
  for (const id of ids) pages.set(id, undefined)
  const rows = await db
    .selectFrom('pages')
    .select(['id', 'organizationId', 'name', 'version', 'document'])
    .where('id', 'in', listed(db, ids))
    .execute()
  const references = await referencesOf(db, rows)
  const documents = rows.map(({ document }) => JSON.parse(document) as LayoutDocument)
  const draw = await drawing(db, documents)
  for (const [index, { id, name, version, organizationId }] of rows.entries()) {
    const document = documents[index]
    if (!document) continue
    const { media = [], storyboard: storyboards = [], style, source: sources } = references.get(id) ?? {}
    const drawn = draw(organizationId, document)
    const fonts = style ? mediaInDocument(readDocument(drawn, WIDGET_FIELDS), WIDGET_FIELDS) : []
    const page = { ...withoutLinks(drawn), id, name, version }
    pages.set(id, {
      page,
      media: style ? [...new Set([...media, ...fonts])].sort() : media,
      storyboards,
      sources,
    })
  }
}

async function loadMedia(db: Db, ids: readonly string[], { media }: Sources): Promise<void> {
  if (ids.length === 0) return
  for (const id of ids) media.set(id, undefined)
  const rows = await db
    .selectFrom('media')
    .select([
      'id',
      'name',
      'sha256',
      'mimetype',
      'size',
      'width',
      'height',
      'duration',
      'cardId',
      'web',
      'face',
    ])
    .select(['captionsSha256', 'captionsSize', 'captionsLanguage'])
    .where('id', 'in', listed(db, ids))
    .execute()
  const zips = rows.filter(({ mimetype }) => mimetype === PACKAGE_TYPE)
  const packages = zips.length
    ? await loadPackages(
        db,
        zips.map(({ id }) => id),
      )
    : undefined
  const references = await referencesOf(db, zips)
  for (const {
    id,
    name,
    width,
    height,
    duration,
    cardId,
    web,
    face,
    size,
    sha256,
    mimetype,
    ...row
  } of rows) {
    const medium = {
      name,
      width,
      height,
      sha256,
      mimetype,
      duration: duration === null ? null : duration / 1000,
      ...(face !== null && { face: JSON.parse(face) as NonNullable<ManifestMedia['face']> }),
    }
    if (cardId !== null)
      media.set(id, { medium: { ...medium, sha256: '', pageId: cardId }, files: new Map() })
    else if (web !== null)
      media.set(id, {
        // In place of a file hash: a changed address changes the content of the pages that show it.
        medium: { ...medium, sha256: hash('sha256', web, 'hex'), web: JSON.parse(web) as WebPage },
        files: new Map(),
      })
    else if (mimetype !== PACKAGE_TYPE)
      media.set(id, withCaptions({ medium, files: new Map([[sha256, { size, mimetype }]]) }, row))
    else {
      const version = packages?.get(id)
      if (version) media.set(id, { ...packageMedium(medium, version), sources: references.get(id)?.source })
    }
  }
}

type CaptionColumns = Pick<Selectable<MediaTable>, 'captionsSha256' | 'captionsSize' | 'captionsLanguage'>

/** Captions are a file like any other: downloaded with their video, and verified. */
function withCaptions(
  linked: LinkedMedium,
  { captionsSha256: sha256, captionsSize: size, captionsLanguage }: CaptionColumns,
): LinkedMedium {
  if (sha256 === null) return linked
  return {
    medium: { ...linked.medium, captions: { sha256, language: captionsLanguage ?? '' } },
    files: new Map([...linked.files, [sha256, { size, mimetype: CAPTIONS_TYPE }]]),
  }
}

/** A package is downloaded file by file, never as the zip. */
function packageMedium(medium: ManifestMedia, { hash, files }: PackageVersion): LinkedMedium {
  const paths = [...files].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    medium: {
      ...medium,
      sha256: hash,
      files: Object.fromEntries(paths.map(([path, { sha256 }]) => [path, sha256])),
    },
    files: new Map(paths.map(([path, { sha256, size }]) => [sha256, { size, mimetype: packageType(path) }])),
  }
}

/**
 * When the approved version of each storyboard has a page to show; null for always, and for one without an approved
 * version. On a screen on which all of its pages play.
 */
export async function showSpans(
  db: Db,
  storyboards: readonly { id: string; approved: string | null }[],
): Promise<Map<string, readonly ShowSpan[] | null>> {
  const found = await spansOfItems(
    db,
    storyboards.map(({ id, approved }) => ({
      id,
      items: approved === null ? [] : (JSON.parse(approved) as ApprovedStoryboard).items,
    })),
  )
  return new Map([...found].map(([id, { spansOn }]) => [id, spansOn()]))
}

type Items = ApprovedStoryboard['items']

/** Pages of a storyboard, and when one of them has something to show on a screen with these traits. */
export interface PlayedItems {
  items: Items
  spansOn(traits?: ScreenTraits): readonly ShowSpan[] | null
}

export async function spansOfItems(
  db: Db,
  storyboards: readonly { id: string; items: Items }[],
): Promise<Map<string, PlayedItems>> {
  const items = new Map(storyboards.map((each) => [each.id, each.items]))
  const pageIds = new Set([...items.values()].flat().map(({ pageId }) => pageId))
  const dated = await db
    .selectFrom('pages')
    .select(['id', 'shows'])
    .where('shows', 'is not', null)
    .where(
      'id',
      'in',
      anyOf(
        db,
        [...pageIds].map((id) => ({ id })),
      ),
    )
    .execute()
  const pages = new Map(dated.map(({ id, shows }) => [id, JSON.parse(shows ?? 'null') as ShowSpan[] | null]))
  const spansOfPage = (pageId: string) => pages.get(pageId) ?? null
  return new Map(
    [...items].map(([id, each]) => [
      id,
      { items: each, spansOn: (traits) => storyboardSpans(each, spansOfPage, traits) },
    ]),
  )
}
