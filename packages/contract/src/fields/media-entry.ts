import { isRecord } from '#record.ts'
import { asId, asList } from './kind.ts'

export interface MediaEntry {
  mediaId: string
}

export const idsOf = (value: unknown): string[] =>
  (asList(value) ?? []).flatMap((entry) => (isRecord(entry) ? (asId(entry.mediaId) ?? []) : []))
