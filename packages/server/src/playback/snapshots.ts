// Pages, media, and storyboards as they are saved now, in the form that copies have.
import { hash } from 'node:crypto'
import type { ManifestFile } from '@vitrine/contract/api/playback/manifest'
import type { Db } from '#db/schema.ts'
import type { ApprovedCopiesTable } from '#db/tables/approved.ts'
import { leadsOfMedium, listed } from './copies.ts'
import { LIVE } from './live.ts'
import type { Sources } from './manifest.ts'

type CopyKind = ApprovedCopiesTable['kind']

export interface Thing {
  kind: CopyKind
  id: string
}

/** A thing as it is saved now; without a copy, it doesn't exist, or isn't approved. */
export interface Snapshot
  extends Thing,
    Pick<ApprovedCopiesTable, 'name' | 'copy' | 'hash' | 'shows' | 'packageHash'> {
  leads: readonly Thing[]
  files: readonly (readonly [sha256: string, file: ManifestFile])[]
}

/** Things read at the same time, and rows written: pages have half a megabyte at most. */
export const THINGS_AT_ONCE = 100

const things = (kind: CopyKind, ids: readonly string[]): Thing[] => ids.map((id) => ({ kind, id }))

/** `db` is bound to their organization. */
export async function snapshotsOf(db: Db, wanted: readonly Thing[]): Promise<Snapshot[]> {
  const ids = (kind: CopyKind) => wanted.flatMap((thing) => (thing.kind === kind ? [thing.id] : []))
  const sources: Sources = { storyboards: new Map(), pages: new Map(), media: new Map() }
  await LIVE.storyboards(db, ids('storyboard'), sources)
  await LIVE.pages(db, ids('page'), sources)
  await LIVE.media(db, ids('media'), sources)
  const spans = await db
    .selectFrom('pages')
    .select(['id', 'shows'])
    .where('shows', 'is not', null)
    .where('id', 'in', listed(db, ids('page')))
    .execute()
  const shows = new Map(spans.map((row) => [row.id, row.shows]))
  return wanted.map(({ kind, id }) => ({ ...snapshot(kind, id, sources), shows: shows.get(id) ?? null }))
}

function snapshot(kind: CopyKind, id: string, sources: Sources): Omit<Snapshot, 'shows'> {
  const made = (name: string, copy: object, leads: readonly Thing[], files: Snapshot['files'] = []) => {
    const text = JSON.stringify(copy)
    const packageHash = null
    return {
      kind,
      id,
      name,
      copy: text,
      hash: hash('sha256', text + JSON.stringify(files)),
      leads,
      files,
      packageHash,
    }
  }
  if (kind === 'storyboard') {
    const storyboard = sources.storyboards.get(id)
    if (storyboard) {
      const { id: _, ...copy } = storyboard
      const pages = copy.items.flatMap(({ pageId }) => pageId || [])
      const inner = copy.items.flatMap(({ storyboardId }) => storyboardId ?? [])
      return made(copy.name, copy, [
        ...things('page', [...new Set(pages)]),
        ...things('media', copy.audioId === undefined ? [] : [copy.audioId]),
        ...things('storyboard', [...new Set(inner)]),
      ])
    }
  } else if (kind === 'page') {
    const page = sources.pages.get(id)
    if (page)
      return made(page.page.name, page, [
        ...things('media', page.media),
        ...things('storyboard', page.storyboards),
      ])
  } else {
    const found = sources.media.get(id)
    if (found) {
      const { files, ...copy } = found
      const [pageId] = copy.medium.pageId === undefined ? [] : [copy.medium.pageId]
      const others = leadsOfMedium(copy.medium).filter((each) => each !== pageId)
      const medium = made(
        copy.medium.name,
        copy,
        [...things('page', pageId === undefined ? [] : [pageId]), ...things('media', others)],
        [...files].sort(([a], [b]) => (a < b ? -1 : 1)),
      )
      return { ...medium, packageHash: copy.medium.files ? copy.medium.sha256 : null }
    }
  }
  return { kind, id, name: '', copy: null, hash: '', leads: [], files: [], packageHash: null }
}
