import { isRecord } from '#record.ts'
import { searchKey } from '#search-key.ts'
import { asId, asList } from './kind.ts'

export const LISTED_KINDS = ['image', 'video'] as const
type ListedKind = (typeof LISTED_KINDS)[number]

/** `mixed`: an order by chance, the same on all screens until the files change. */
export const LISTED_ORDERS = ['newest', 'name', 'mixed'] as const
type ListedOrder = (typeof LISTED_ORDERS)[number]

/** Which files an entry of a media zone shows: those for which all of its parts hold; an absent part always holds. */
export interface FilesRule {
  /** Files with one of these tags. */
  tags?: readonly string[] | undefined
  /** In this folder, with all below. */
  folderId?: string | undefined
  /** Absent: pictures and videos. */
  kinds?: readonly ListedKind[] | undefined
  /** Uploaded within so many days. */
  days?: number | undefined
  /** Every word of it is in the file's name. */
  name?: string | undefined
  order: ListedOrder
  /** At most so many, in this order. */
  most: number
}

export const LISTED_TAGS_MAX = 20
/** Days. */
export const LISTED_DAYS_MAX = 3650
/** As many as a media zone can have. */
export const LISTED_MAX = 30
const NAME_MAX = 100

const isCount = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most
const isText = (value: unknown, most: number): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= most

/** Whether a value is a rule as it is stored. */
export function isFilesRule(value: unknown): value is FilesRule {
  if (!isRecord(value)) return false
  const { tags, folderId, kinds, days, name, order, most } = value
  const listOf = (list: unknown, max: number, is: (each: unknown) => boolean) =>
    list === undefined || (Array.isArray(list) && list.length > 0 && list.length <= max && list.every(is))
  return (
    listOf(tags, LISTED_TAGS_MAX, (tag) => isText(tag, NAME_MAX)) &&
    listOf(kinds, LISTED_KINDS.length, (kind) => LISTED_KINDS.some((one) => one === kind)) &&
    (folderId === undefined || (asId(folderId) !== undefined && isText(folderId, NAME_MAX))) &&
    (days === undefined || isCount(days, LISTED_DAYS_MAX)) &&
    (name === undefined || isText(name, NAME_MAX)) &&
    LISTED_ORDERS.some((one) => one === order) &&
    isCount(most, LISTED_MAX)
  )
}

/** A rule with its parts in one order, and nothing else; undefined for what isn't one. */
export function readFilesRule(value: unknown): FilesRule | undefined {
  if (!isFilesRule(value)) return undefined
  const { tags, folderId, kinds, days, name, order, most } = value
  return {
    ...(tags && { tags: [...tags] }),
    ...(folderId !== undefined && { folderId }),
    ...(kinds && { kinds: [...kinds] }),
    ...(days !== undefined && { days }),
    ...(name !== undefined && { name }),
    order,
    most,
  }
}

/** The same for rules that mean the same, whatever the spelling and order of their names. */
export function filesKey({ tags = [], folderId, kinds = [], days, name, order, most }: FilesRule): string {
  const keys = (names: readonly string[]) => [...new Set(names.map(searchKey))].sort()
  return JSON.stringify([
    keys(tags),
    folderId ?? '',
    [...kinds].sort(),
    days ?? 0,
    searchKey(name ?? ''),
    order,
    most,
  ])
}

/** A file that a rule has found. `until`: a reading of clocks (`YYYY-MM-DDThh:mm`) from which it is too old. */
export interface ListedFile {
  id: string
  until?: string | undefined
}

const isOfRule = (entry: unknown): entry is Record<string, unknown> & { files: FilesRule } =>
  isRecord(entry) && !asId(entry.mediaId) && isFilesRule(entry.files)

/** The rules in stored values of media zones. */
export const filesRulesIn = (value: unknown): FilesRule[] =>
  (asList(value) ?? []).flatMap((entry) => (isOfRule(entry) ? [readFilesRule(entry.files) ?? []].flat() : []))

const earlier = (one: unknown, other: string | undefined): string | undefined => {
  if (typeof one !== 'string') return other
  // A day includes its end.
  const end = one.includes('T') ? one : `${one}T23:59`
  return other === undefined || end <= other ? one : other
}

/** A stored list of entries with the files that its rules have found in their place; at most `max` in all. */
export function withListed(
  value: unknown,
  filesOf: (rule: FilesRule) => readonly ListedFile[],
  max = LISTED_MAX,
): unknown {
  if (!Array.isArray(value) || !value.some(isOfRule)) return value
  return value
    .flatMap((entry: unknown) => {
      if (!isOfRule(entry)) return [entry]
      const { files, mediaId: _, ...rest } = entry
      return filesOf(files).map(({ id, until }) => {
        const showUntil = earlier(rest.showUntil, until)
        return { ...rest, mediaId: id, ...(showUntil !== undefined && { showUntil }) }
      })
    })
    .slice(0, max)
}
