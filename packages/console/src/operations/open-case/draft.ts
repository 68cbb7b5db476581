import { CaseKind } from '@vitrine/contract/api/operations/cases'
import { z } from 'zod'
import { readJson, STORED, type TextStore } from '#lib/browser/storage.ts'

const Values = z.object({
  subject: z.string(),
  text: z.string(),
  kind: CaseKind.optional(),
  deviceId: z.string().nullable(),
})
export type DraftValues = z.infer<typeof Values>

const Draft = z.object({ userId: z.string(), values: Values })

/** The user's own draft; drafts of other users of this browser are ignored. */
export function loadDraft(store: TextStore, userId: string): DraftValues | undefined {
  const { data } = Draft.safeParse(readJson(store, STORED.caseDraft))
  return data?.userId === userId ? data.values : undefined
}

/** Saves the draft, or deletes an empty one. */
export function saveDraft(store: TextStore, userId: string, values: DraftValues): void {
  const blank = !values.subject.trim() && !values.text.trim()
  store.set(STORED.caseDraft, blank ? null : JSON.stringify({ userId, values: Values.parse(values) }))
}

export const dropDraft = (store: TextStore): void => store.set(STORED.caseDraft, null)
