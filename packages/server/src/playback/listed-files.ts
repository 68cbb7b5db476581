import { type FilesRule, filesKey, type ListedFile } from '@vitrine/contract/fields/files-rule'

/** What `pages.listed` has: the rules of one version of a page, and what they have found. */
export interface StoredLists {
  /** Of the page's row; rules of another version aren't known. */
  version: number
  rules: FilesRule[]
  /** By `filesKey`. */
  files: Record<string, ListedFile[]>
}

export const storedLists = (text: string | null): StoredLists | undefined =>
  text === null ? undefined : (JSON.parse(text) as StoredLists)

/** What a rule has found, as it is stored: a manifest doesn't search. */
export const filesIn =
  (lists: Pick<StoredLists, 'files'> | undefined) =>
  (rule: FilesRule): readonly ListedFile[] =>
    lists?.files[filesKey(rule)] ?? []
