import { StoredCondition } from '@vitrine/contract/api/base/condition'
import { StoredScreenRule } from '@vitrine/contract/api/base/screen-rule'
import { LocalKind, LocalSlot } from '@vitrine/contract/api/content/local-slot'
import { PlaybackMode, StoryboardItem, StoryboardType } from '@vitrine/contract/api/content/storyboards'
import { z } from 'zod'
import { readJson, STORED, type TextStore } from '#lib/browser/storage.ts'

/** Debounce of writing the draft, in milliseconds. */
export const DRAFT_MS = 500

const Data = z.object({
  name: z.string(),
  mode: PlaybackMode.optional(),
  idleSeconds: z.number().nullish(),
  audioId: z.string().nullish(),
  shuffle: z.boolean().optional(),
  organizationId: z.string().optional(),
  // Allow a half-typed, invalid duration, a rule that no screen matches, and a condition without a value.
  items: z.array(
    StoryboardItem.extend({
      duration: z.number().optional(),
      idleSeconds: z.number().optional(),
      screens: StoredScreenRule,
      when: StoredCondition,
      slot: LocalSlot.extend({ name: z.string(), kinds: z.array(LocalKind) }).optional(),
    }),
  ),
})
export type DraftData = z.infer<typeof Data>

/** The form values that a draft stores. */
export const dataOf = ({
  name,
  mode,
  idleSeconds,
  audioId,
  shuffle,
  organizationId,
  items,
}: DraftData): DraftData => ({
  name,
  mode,
  idleSeconds: Number(idleSeconds) || undefined,
  ...(audioId && { audioId }),
  ...(shuffle && { shuffle }),
  organizationId,
  items: items.map((item) => ({ ...item, duration: Number(item.duration) || undefined })),
})

const Draft = z.object({ userId: z.string(), type: StoryboardType, data: Data, savedAt: z.number() })
export type Draft = z.infer<typeof Draft>

/** The draft of this user and type; any other stored value is ignored. */
export function loadDraft(store: TextStore, userId: string, type: StoryboardType): Draft | undefined {
  const { data: draft } = Draft.safeParse(readJson(store, STORED.storyboardDraft))
  return draft?.userId === userId && draft.type === type ? draft : undefined
}

/** Replaces the stored draft; without a name and pages there is nothing to store. */
export function saveDraft(store: TextStore, draft: Draft): void {
  const blank = draft.data.name.trim() === '' && draft.data.items.length === 0
  if (!blank) store.set(STORED.storyboardDraft, JSON.stringify(Draft.parse(draft)))
  else if (loadDraft(store, draft.userId, draft.type)) dropDraft(store)
}

export const dropDraft = (store: TextStore): void => store.set(STORED.storyboardDraft, null)
