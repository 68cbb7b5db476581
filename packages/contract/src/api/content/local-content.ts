import { z } from 'zod'
import { boundedList } from '#api/base/bounded-list.ts'
import { Id, IdParams, ListQuery, Version } from '#api/base/entity.ts'
import { DryRun, Impact } from '#api/base/impact.ts'
import { restoring, versionsRoute } from '#api/base/saved-versions.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'
import { LOCAL_ENTRIES_MAX } from '#schedule/local-slot.ts'
import { isShowDate, isShowSpan } from '#schedule/show-dates.ts'
import { LocalKind, LocalSlot } from './local-slot.ts'
import { StoryboardStatus, StoryboardType } from './storyboards.ts'

const Place = z.object({
  id: Id,
  name: z.string(),
  /** Whether the caller may change what it shows. */
  mayFill: z.boolean(),
})
/** A building, whose screens show what it fills, except on floors that fill the slot themselves. */
export const LocalPlace = Place.extend({ floors: z.array(Place) })
export type LocalPlace = z.infer<typeof LocalPlace>

const showDate = () => z.string({ error: rule('date') }).refine(isShowDate, rule('date'))

/** Exactly one of a medium, a card, and a layout. Seconds; without them, a video plays once, and anything else for five. */
export const LocalEntryInput = z
  .object({
    mediaId: Id.optional(),
    cardId: Id.optional(),
    layoutId: Id.optional(),
    duration: z
      .number({ error: rule('numeric') })
      .min(1, rule('min_value', 1))
      .max(86_400, rule('max_value', 86_400))
      .optional(),
    showFrom: showDate().optional(),
    showUntil: showDate().optional(),
  })
  .superRefine((entry, context) => {
    const named = [entry.mediaId, entry.cardId, entry.layoutId].filter((id) => id !== undefined)
    if (named.length !== 1)
      context.addIssue({
        code: 'custom',
        path: ['mediaId'],
        message: rule(named.length === 0 ? 'required' : 'invalid'),
      })
    if (!isShowSpan(entry))
      context.addIssue({ code: 'custom', path: ['showUntil'], message: rule('time_after', 'showFrom') })
  })
export type LocalEntryInput = z.infer<typeof LocalEntryInput>

export const LocalEntry = z.object({
  kind: LocalKind,
  name: z.string(),
  mediaId: Id.optional(),
  cardId: Id.optional(),
  layoutId: Id.optional(),
  thumbnailId: Id.nullable(),
  duration: z.number(),
  showFrom: z.string().optional(),
  showUntil: z.string().optional(),
  /** Screens don't play it yet: it waits for approval. */
  waits: z.boolean(),
})
export type LocalEntry = z.infer<typeof LocalEntry>

/** What one place shows in one local slot. Its id is that of a storyboard, which is approved like others. */
export const LocalContent = z.object({
  id: Id,
  organizationId: Id,
  storyboardId: Id,
  slotId: Id,
  placeId: Id,
  entries: z.array(LocalEntry),
  status: StoryboardStatus,
  /** Entries that play; null before any was approved. */
  playing: z.int().nullable(),
  version: z.int(),
})
export type LocalContent = z.infer<typeof LocalContent>

/** A local slot of a storyboard that may play, at one place. */
export const PlacedSlot = z.object({
  storyboardId: Id,
  storyboard: z.string(),
  type: StoryboardType,
  width: z.int(),
  height: z.int(),
  slot: LocalSlot,
  /** What is saved there waits for approval. */
  approval: z.boolean(),
  content: LocalContent.nullable(),
})
export type PlacedSlot = z.infer<typeof PlacedSlot>

const entries = boundedList(
  z.array(LocalEntryInput).max(LOCAL_ENTRIES_MAX, rule('max_value', LOCAL_ENTRIES_MAX)),
)
export const LocalContentCreate = z.object({
  storyboardId: Id,
  slotId: Id,
  placeId: Id,
  entries,
  organizationId: Id.optional(),
})
export type LocalContentCreate = z.infer<typeof LocalContentCreate>
export const LocalContentUpdate = z.object({ entries, version: Version })

/** Slots of one place that are answered. */
export const SLOTS_MAX = 500

const Answer = z.object({ content: LocalContent })
const SaveAnswer = Answer.extend({ impact: Impact.optional() })

export const localContent = {
  places: route({
    method: 'GET',
    path: '/local-content/places',
    summary: 'List the buildings and floors in which the caller sees what local slots show',
    who: { read: 'local-content' },
    query: ListQuery,
    response: z.object({ places: z.array(LocalPlace), total: z.int().optional() }),
  }),
  slots: route({
    method: 'GET',
    path: '/local-content/slots',
    summary: `List the local slots of approved storyboards with what a place shows there, the first ${SLOTS_MAX}`,
    who: { read: 'local-content' },
    query: z.object({ placeId: Id }),
    response: z.object({ slots: z.array(PlacedSlot) }),
    errors: ['NOT_FOUND'],
  }),
  get: route({
    method: 'GET',
    path: '/local-content/:id',
    summary: 'Get what a place shows in a local slot',
    who: { read: 'local-content' },
    params: IdParams,
    response: Answer,
  }),
  create: route({
    method: 'POST',
    path: '/local-content',
    summary:
      'Fill a local slot for a place; `dryRun` only reports what would change on screens. Where the slot or the organization wants it, it waits for approval',
    who: { write: 'local-content' },
    query: DryRun,
    body: LocalContentCreate,
    response: SaveAnswer,
    status: 201,
    errors: ['CONFLICT'],
  }),
  update: route({
    method: 'PUT',
    path: '/local-content/:id',
    summary:
      'Change what a place shows in a local slot, with no entries to show what others show; `dryRun` only reports what would change on screens',
    who: { write: 'local-content' },
    params: IdParams,
    query: DryRun,
    body: LocalContentUpdate,
    response: SaveAnswer,
    errors: ['CONFLICT'],
  }),
  versions: versionsRoute('/local-content', 'local-content', 'local slot'),
  restore: route({
    method: 'POST',
    path: '/local-content/:id/versions/:version/restore',
    summary:
      'Save an earlier version of what a place shows again, without entries that are gone or no longer allowed',
    who: { write: 'local-content' },
    ...restoring,
    response: Answer,
    errors: ['CONFLICT'],
  }),
}
