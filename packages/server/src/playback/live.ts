import { hash } from 'node:crypto'
import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import type { WebPage } from '@vitrine/contract/api/content/web-page'
import type { ManifestMedia } from '@vitrine/contract/api/playback/manifest'
import { CAPTIONS_TYPE } from '@vitrine/contract/document/captions'
import { mediaInDocument, readDocument } from '@vitrine/contract/document/layout-document'
import { listedDocument } from '@vitrine/contract/document/listed-document'
import { PACKAGE_TYPE, packageType } from '@vitrine/contract/document/package-files'
import { withoutLinks } from '@vitrine/contract/document/styles'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import type { Selectable } from 'kysely'
import { drawnPartsOf, withoutUses, withParts } from '#base/parts/queries.ts'
import { referencesOf } from '#base/references/queries.ts'
import { drawing } from '#base/styles/queries.ts'
import type { Db } from '#db/schema.ts'
import { whole } from '#db/scoped.ts'
import type { MediaTable } from '#db/tables/content.ts'
import { listed } from './copies.ts'
import { filesIn, storedLists } from './listed-files.ts'
import type { ApprovedStoryboard, LinkedMedium, Sources } from './manifest.ts'
import { loadPackages, type PackageVersion } from './packages.ts'

type Load = (db: Db, ids: readonly string[], sources: Sources) => Promise<void>

/** How the sources of manifests are read: an id that isn't found is set to undefined. */
export interface Loading {
  storyboards: Load
  pages: Load
  media: Load
}

/** From what is saved now. */
export const LIVE: Loading = { storyboards: loadStoryboards, pages: loadPages, media: loadMedia }

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
    .select(['id', 'organizationId', 'name', 'version', 'document', 'listed'])
    .where('id', 'in', listed(db, ids))
    .execute()
  const references = await referencesOf(db, rows)
  const documents = rows.map(({ document, listed: lists }) =>
    listedDocument(JSON.parse(document) as LayoutDocument, filesIn(storedLists(lists))),
  )
  const [draw, parts] = [await drawing(db, documents), await drawnPartsOf(db, documents)]
  for (const [index, { id, name, version, organizationId }] of rows.entries()) {
    const document = documents[index]
    if (!document) continue
    const { media: named = [], listed: found = [], ...others } = references.get(id) ?? {}
    const { storyboard: storyboards = [], style, source: sources } = others
    const media = found.length > 0 ? [...new Set([...named, ...found])].sort() : named
    const drawn = withParts(withoutLinks(draw(organizationId, document)), parts(organizationId))
    const fonts = style ? mediaInDocument(readDocument(drawn, WIDGET_FIELDS), WIDGET_FIELDS) : []
    const page = { ...withoutUses(drawn), id, name, version }
    pages.set(id, {
      page,
      media: style ? [...new Set([...media, ...fonts])].sort() : media,
      storyboards,
      sources,
    })
  }
}

async function loadMedia(part: Db, ids: readonly string[], { media }: Sources): Promise<void> {
  if (ids.length === 0) return
  const db = whole(part)
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
  const references = await referencesOf(
    db,
    rows.filter(({ mimetype, web }) => mimetype === PACKAGE_TYPE || web !== null),
  )
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
      media.set(id, { ...webMedium(medium, web), files: new Map(), sources: references.get(id)?.source })
    else if (mimetype !== PACKAGE_TYPE)
      media.set(id, withCaptions({ medium, files: new Map([[sha256, { size, mimetype }]]) }, row))
    else {
      const version = packages?.get(id)
      if (version) media.set(id, { ...packageMedium(medium, version), sources: references.get(id)?.source })
    }
  }
}

function webMedium(medium: ManifestMedia, web: string): Pick<LinkedMedium, 'medium' | 'picture'> {
  const { picture, ...page } = JSON.parse(web) as WebPage
  const shown = picture && { picture: { every: picture.every, caption: picture.caption } }
  // In place of a file hash: a changed address changes the content of the pages that show it.
  const sha256 = hash('sha256', web, 'hex')
  return { medium: { ...medium, sha256, web: { ...page, ...shown } }, ...(picture && { picture }) }
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
