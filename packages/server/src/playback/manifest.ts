import { hash } from 'node:crypto'
import type { WebPicture } from '@vitrine/contract/api/content/web-picture'
import type {
  ApprovedStoryboard,
  DevicePart,
  GroupPart,
  ManifestContent,
  ManifestFile,
  ManifestMedia,
  ManifestPage,
  ManifestPart,
  ManifestStoryboard,
  Override,
  PlannedOverride,
  ScreenConfiguration,
  TakeoverNotice,
  WallPart,
} from '@vitrine/contract/api/playback/manifest'
import { rowsOfCondition } from '@vitrine/contract/document/conditions'
import { type Reached, reach } from '@vitrine/contract/player/needed-files'
import { entryRules } from '@vitrine/contract/schedule/entry-rules'
import { expand, type StoredStoryboard } from '@vitrine/contract/schedule/expand-storyboard'
import { limitsOf } from '@vitrine/contract/schedule/show-dates'
import { type GroupSchedules, storyboardsOf } from './schedules/group-schedules.ts'

/** The stored copy of a storyboard that was approved. */
export type { ApprovedStoryboard }

/** A page with its references: media that it shows, storyboards that its actions load. */
export interface LinkedPage {
  page: ManifestPage
  media: readonly string[]
  storyboards: readonly string[]
  /** Keys of data sources in its texts. */
  sources?: readonly string[]
}

/** A media item with the files to download for it, by SHA-256. */
export interface LinkedMedium {
  medium: ManifestMedia
  files: ReadonlyMap<string, ManifestFile>
  /** Of a web page of which screens show a picture: how the server takes it, which screens don't get. */
  picture?: WebPicture
  /** Keys of data sources that a package or the address of a web page reads. */
  sources?: readonly string[] | undefined
}

/** The stored data; an id mapped to undefined doesn't exist (or isn't approved). */
export interface Sources {
  storyboards: Map<string, StoredStoryboard | undefined>
  pages: Map<string, LinkedPage | undefined>
  media: Map<string, LinkedMedium | undefined>
}

/** Maximum storyboards reached by actions; scheduled ones are always included. */
export const STORYBOARDS_MAX = 200

/** Ids reachable from storyboards, in order of discovery, and ids missing in the sources. */
export interface CollectedContent extends Reached {
  /** Storyboards with the pages of those inside them. */
  played: ReadonlyMap<string, ManifestStoryboard | undefined>
  /** Storyboards inside others. */
  inner: ReadonlySet<string>
  unknown: { storyboards: string[]; pages: string[]; media: string[] }
}

/** Follows references, for all screens. */
export function collectContent(roots: Iterable<string>, sources: Sources): CollectedContent {
  const played = new Map<string, ManifestStoryboard | undefined>()
  const inner = new Set<string>()
  const storyboard = (id: string) => {
    const stored = sources.storyboards.get(id)
    const expanded = stored && expand(stored, (each) => sources.storyboards.get(each))
    for (const each of expanded?.inner ?? []) inner.add(each)
    played.set(id, expanded?.storyboard)
    return expanded?.storyboard
  }
  const { storyboards, pages, media } = reach(
    roots,
    {
      storyboard,
      page: (id) => sources.pages.get(id),
      medium: (id) => sources.media.get(id)?.medium,
    },
    { most: STORYBOARDS_MAX },
  )
  const missing = (ids: Set<string>, known: Map<string, unknown>) => [...ids].filter((id) => !known.has(id))
  const unknown = {
    storyboards: missing(new Set([...storyboards, ...inner]), sources.storyboards),
    pages: missing(pages, sources.pages),
    media: missing(media, sources.media),
  }
  return { storyboards, pages, media, played, inner, unknown }
}

/** What each reached page leads to. */
function linksOf({ pages }: CollectedContent, sources: Sources): NonNullable<ManifestContent['links']> {
  return sorted(pages, (id) => {
    const { media = [], storyboards = [] } = sources.pages.get(id) ?? {}
    if (media.length + storyboards.length === 0) return undefined
    return {
      ...(media.length > 0 && { media: [...media] }),
      ...(storyboards.length > 0 && { storyboards: [...storyboards] }),
    }
  })
}

/**
 * Everything that the reached storyboards need, in a canonical order: the same data gives the same bytes. `isPartial`:
 * some of the storyboards play on some screens only.
 */
export function contentOf(reached: CollectedContent, sources: Sources, isPartial = false): ManifestContent {
  const media = sorted(reached.media, (id) => sources.media.get(id))
  const files = new Map(Object.values(media).flatMap((each) => [...each.files]))
  const users = [...[...reached.pages].map((id) => sources.pages.get(id)), ...Object.values(media)]
  const items = [...reached.storyboards].flatMap((id) => reached.played.get(id)?.items ?? [])
  const limits = items.flatMap(limitsOf)
  const pages = [...reached.pages].flatMap((id) => sources.pages.get(id)?.page ?? [])
  const hasRules =
    limits.some(({ screens }) => screens !== undefined) || pages.some((page) => entryRules(page).length > 0)
  const read = limits.flatMap(({ when }) => rowsOfCondition(when))
  const named = [...new Set([...users.flatMap((user) => user?.sources ?? []), ...read])].sort()
  return {
    storyboards: sorted(reached.storyboards, (id) => reached.played.get(id)),
    pages: sorted(reached.pages, (id) => sources.pages.get(id)?.page),
    media: sorted(Object.keys(media), (id) => media[id]?.medium),
    files: sorted(files.keys(), (sha256) => files.get(sha256)),
    ...(named.length > 0 && { sources: named }),
    ...((isPartial || hasRules) && { links: linksOf(reached, sources) }),
  }
}

function sorted<T>(ids: Iterable<string>, find: (id: string) => T | undefined): Record<string, T> {
  const found: Record<string, T> = {}
  for (const id of [...ids].sort()) {
    const value = find(id)
    if (value !== undefined) found[id] = value
  }
  return found
}

export const NO_CONTENT: ManifestContent = { storyboards: {}, pages: {}, media: {}, files: {} }

/** The storyboards in a group's current and next schedule. */
export const rootsOf = ({ current, next }: GroupSchedules): string[] => [
  ...storyboardsOf(current),
  ...(next ? storyboardsOf(next.programme) : []),
]

export const groupPart = (
  groupId: string,
  { current, next }: GroupSchedules,
  content: ManifestContent,
): GroupPart => ({ groupId, current, next, ...content })

/** The group part for a screen without a group. */
export const NO_GROUP: GroupPart = { groupId: null, current: null, next: null, ...NO_CONTENT }

export interface DeviceFacts {
  id: string
  name: string
  organization: DevicePart['organization']
  override: DevicePart['override']
  planned?: readonly PlannedOverride[] | undefined
  configuration?: ScreenConfiguration
  wall?: WallPart
  locale?: string
  /** Newest first. */
  takeovers?: readonly TakeoverNotice[]
  sites?: readonly string[]
  pinHash?: string
  traits?: DevicePart['traits']
  values?: DevicePart['values']
}

/**
 * A screen's part without its content. Drops a manual switch whose storyboard was deleted or isn't approved.
 */
export const deviceOwn = (
  {
    id,
    name,
    organization,
    override,
    planned = [],
    configuration,
    wall,
    locale,
    takeovers: [takeover, ...earlierTakeovers] = [],
    sites = [],
    pinHash,
    traits,
    values,
  }: DeviceFacts,
  { storyboards }: ManifestContent,
): Omit<DevicePart, keyof ManifestContent> => {
  const isThere = ({ storyboardId }: Override) => Object.hasOwn(storyboards, storyboardId)
  const coming = planned.filter(isThere)
  return {
    deviceId: id,
    name,
    organization,
    override: override && isThere(override) ? override : null,
    ...(coming.length > 0 && { planned: coming }),
    ...(locale && { locale }),
    ...(configuration && { configuration }),
    ...(wall && { wall }),
    ...(takeover && { takeover }),
    ...(earlierTakeovers.length > 0 && { earlierTakeovers }),
    ...(sites.length > 0 && { sites: [...sites] }),
    ...(pinHash && { pinHash }),
    ...(traits && { traits }),
    ...(values && { values }),
  }
}

type Serialized = Pick<ManifestPart, 'body' | 'hash'>

/** A part as text, with the hash of that text. */
export const serialize = (part: GroupPart): Serialized => hashed(JSON.stringify(part))

/** The same for a screen. `content` is the text of its content, which many screens share. */
export const serializeDevice = (own: Omit<DevicePart, keyof ManifestContent>, content: string): Serialized =>
  hashed(`${JSON.stringify(own).slice(0, -1)},${content.slice(1)}`)

const hashed = (body: string): Serialized => ({ body, hash: hash('sha256', body, 'hex') })
