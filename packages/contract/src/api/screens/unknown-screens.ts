import { z } from 'zod'
import { BulkAnswer, BulkIds } from '#api/base/bulk.ts'
import { Id, IdAnswer, IdParams, NamedOrganization, Timestamp } from '#api/base/entity.ts'
import { requiredText } from '#api/base/inputs.ts'
import { route } from '#route.ts'

export const ScreenHeader = z.object({
  name: z.string().max(200),
  width: z.int().min(0).max(100_000),
  height: z.int().min(0).max(100_000),
  touch: z.boolean(),
  /** The group whose schedule it plays. */
  deviceGroupId: Id.nullable().optional(),
})
export type ScreenHeader = z.infer<typeof ScreenHeader>
export const UnknownFacts = ScreenHeader.omit({ name: true }).extend({ userAgent: z.string() })

/** A screen that calls with a token unknown to this database, for example because it was paired after a backup. */
export const UnknownScreen = z.object({
  id: Id,
  deviceId: Id,
  /** Null if the token does not prove which organization it belongs to: then only a super admin sees it. */
  organizationId: Id.nullable(),
  organizationName: z.string().nullable(),
  /** The screen that now has this identity in the database, with a different player. */
  replaces: z.string().nullable(),
  /** The group that it plays is newer than the backup: reconnected without another one, it would show nothing. */
  lacksGroup: z.boolean(),
  name: z.string(),
  address: z.string(),
  screen: UnknownFacts.nullable(),
  firstSeenAt: Timestamp,
  lastSeenAt: Timestamp,
})
export type UnknownScreen = z.infer<typeof UnknownScreen>

export const unknownScreens = {
  list: route({
    method: 'GET',
    path: '/unknown-screens',
    summary: 'List screens that are playing but are not in this database',
    who: { read: 'unknown-screens' },
    query: z.object({ organizationId: NamedOrganization }),
    response: z.object({ screens: z.array(UnknownScreen) }),
  }),
  takeBack: route({
    method: 'POST',
    path: '/unknown-screens/:id',
    summary: 'Reconnect an unknown screen with its identity',
    who: { write: 'unknown-screens' },
    params: IdParams,
    body: z.object({
      name: requiredText(),
      /** Absent: the group that the screen says it plays, if that exists. */
      deviceGroupId: Id.nullable().optional(),
      /** For a screen that can't prove its organization. */
      organizationId: Id.optional(),
    }),
    response: IdAnswer,
    errors: ['NOT_FOUND', 'NO_LICENCE_SEAT'],
  }),
  takeBackMany: route({
    method: 'POST',
    path: '/unknown-screens/take-back-many',
    summary: 'Reconnect unknown screens under the names and in the groups that they report',
    who: { write: 'unknown-screens' },
    body: z.object({ ids: BulkIds }),
    response: BulkAnswer,
    budget: 'bulk',
  }),
  disconnect: route({
    method: 'DELETE',
    path: '/unknown-screens/:id',
    summary: 'Disconnect an unknown screen: it deletes its files and shows a pairing code',
    who: { write: 'unknown-screens' },
    params: IdParams,
    response: IdAnswer,
  }),
}
