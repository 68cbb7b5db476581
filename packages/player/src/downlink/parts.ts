import type {
  DevicePart,
  GroupPart,
  ManifestContent,
  ManifestPart,
  PlannedOverride,
} from '@vitrine/contract/api/playback/manifest'
import { isRecord } from '@vitrine/contract/record'
import { pageSpans, type SpansOfPage } from '@vitrine/contract/schedule/show-dates'
import type { WantedFile } from './download.ts'
import { sha256Of } from './sha256.ts'

/** The two parts of a manifest. Each is published, verified, and activated separately. */
export type PartKind = 'group' | 'device'
export interface PartBodies {
  group: GroupPart
  device: DevicePart
}

/** A part with a verified hash. `text` is the hashed text. */
export interface Part<K extends PartKind = PartKind> {
  version: number
  hash: string
  text: string
  body: PartBodies[K]
  /** The published part, if this one is limited to what this screen needs. */
  whole?: Part<K>
}
export type Parts = { [K in PartKind]?: Part<K> }
export const PART_KINDS: readonly PartKind[] = ['device', 'group']

/** Parses a received or stored part; `undefined` if its bytes don't match the hash, or aren't a part. */
export function readPart<K extends PartKind>(
  kind: K,
  { version, hash, body }: ManifestPart,
): Part<K> | undefined {
  if (sha256Of(body) !== hash) return undefined
  try {
    const parsed: unknown = JSON.parse(body)
    return isPart(kind, parsed) ? { version, hash, text: body, body: parsed } : undefined
  } catch {
    return undefined
  }
}

/** Checks the structure that the player relies on; widgets tolerate anything inside pages. */
function isPart<K extends PartKind>(kind: K, value: unknown): value is PartBodies[K] {
  if (!isRecord(value) || !CONTENT.every((key) => isRecord(value[key]))) return false
  return kind === 'group' ? 'current' in value && 'next' in value : typeof value.name === 'string'
}
const CONTENT = ['storyboards', 'pages', 'media', 'files'] as const satisfies (keyof ManifestContent)[]

/** Looks up a record in the parts; the device's own part takes precedence. */
export function lookUp<K extends 'storyboards' | 'pages' | 'media'>(
  parts: Parts,
  collection: K,
  id: string,
): ManifestContent[K][string] | undefined {
  for (const kind of PART_KINDS) {
    const entries: ManifestContent[K] | undefined = parts[kind]?.body[collection]
    if (entries && Object.hasOwn(entries, id)) return entries[id] as ManifestContent[K][string]
  }
  return undefined
}

/** When a page of the parts has something to show; null means always. */
export const spansOfPageIn =
  (parts: Parts): SpansOfPage =>
  (id) => {
    const page = lookUp(parts, 'pages', id)
    return page ? pageSpans(page) : null
  }

type IsHere = (sha256: string) => boolean

const plannedOf = (part: Part | undefined): readonly PlannedOverride[] =>
  (part && 'planned' in part.body && part.body.planned) || []

/** What a screen shows while nothing plays. */
export const brandIn = (part: Part | undefined) =>
  part && 'organization' in part.body ? part.body.organization.brand : undefined

const logoOnly = (part: Part | undefined): string[] => {
  const { logo, logoOnly } = brandIn(part) ?? {}
  return logo && logoOnly ? [logo] : []
}

/**
 * Files needed only by planned switches, and by the page of a screen without content; a part is playable without them.
 * Manual switches and emergencies must not wait for a video planned for tomorrow. A planned switch takes effect once its
 * files are stored.
 */
const laterFiles = (part: Part | undefined): ReadonlySet<string> =>
  new Set([...plannedOf(part).flatMap(({ needs = [] }) => needs), ...logoOnly(part)])

export function isPlayable(part: Part, isHere: IsHere): boolean {
  const later = laterFiles(part)
  return Object.keys(part.body.files).every((sha256) => isHere(sha256) || later.has(sha256))
}

/** The part limited to planned switches whose files are stored; the same object if all are. */
export function playable<P extends Part>(part: P, isHere: IsHere): P {
  const planned = plannedOf(part)
  const held = planned.filter(({ needs = [] }) => needs.every(isHere))
  return held.length === planned.length ? part : { ...part, body: { ...part.body, planned: held } }
}

const traitsOf = (part: Part) => JSON.stringify('traits' in part.body ? part.body.traits : undefined)

/** Whether two parts play the same; a part may gain planned switches as their files arrive. */
export const isSame = (before: Part | undefined, after: Part): boolean =>
  before === after ||
  (before?.hash === after.hash &&
    plannedOf(before).length === plannedOf(after).length &&
    before.body.files === after.body.files &&
    traitsOf(before) === traitsOf(after))

/** The files of several parts without duplicates: newest part first, planned content last. */
export function filesOf(all: readonly Parts[]): WantedFile[] {
  const wanted = new Map<string, WantedFile>()
  for (const parts of all)
    for (const kind of PART_KINDS)
      for (const [sha256, file] of Object.entries(parts[kind]?.body.files ?? {}))
        if (!wanted.has(sha256)) wanted.set(sha256, { sha256, ...file })
  const later = laterFiles(all[0]?.device)
  const isLater = ({ sha256 }: WantedFile) => later.has(sha256)
  const files = [...wanted.values()]
  return [...files.filter((file) => !isLater(file)), ...files.filter(isLater)]
}
