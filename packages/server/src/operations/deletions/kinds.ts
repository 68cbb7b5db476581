// What can be deleted: how each kind is found, refused, and deleted.
import type { DeletionKind, RemovableKind } from '@vitrine/contract/api/operations/deletions'
import { getLicence, refuseLicenceInUse } from '#accounts/licences/queries.ts'
import { getOrganization, refuseOrganizationInUse } from '#accounts/organizations/queries.ts'
import { getRole, refuseRoleDeletion } from '#accounts/roles/queries.ts'
import { getUser, refuseUserDeletion } from '#accounts/users/queries.ts'
import type { Change } from '#base/change.ts'
import type { Session } from '#base/handler.ts'
import type { Deletion } from '#content/deletions/queries.ts'
import { players } from '#content/made/queries.ts'
import {
  deleteFolder,
  foldersFrom,
  getFolder,
  mediaInside,
  refuseFolderInUse,
} from '#content/media/folders.ts'
import { deleteMedia, getMedia, refuseMediaInUse } from '#content/media/queries.ts'
import { deletePage, getPage, type PageKind, refusePageInUse } from '#content/pages/queries.ts'
import { refusePartInUse } from '#content/parts/queries.ts'
import { deleteStoryboard, getStoryboard, refuseStoryboardInUse } from '#content/storyboards/queries.ts'
import { getSource, refuseSourceInUse } from '#data/sources/queries.ts'
import type { Db, TableName } from '#db/schema.ts'
import { deleteBuilding, getBuilding, refuseBuildingInUse } from '#places/buildings/queries.ts'
import { getTrigger, refuseTriggerInUse } from '#screens/triggers/queries.ts'
import { getField, refuseFieldInUse } from '#screens/values/queries.ts'
import type { Gone } from './planning.ts'

export interface Item {
  id: string
  organizationId?: string
}

export interface Looking {
  session: Session
  now: number
}

interface Kind<T extends Item> {
  find(db: Db, id: string, now: number): Promise<T>
  /** Throws what deleting it would throw. `db` is bound like the caller's. */
  refuse(db: Db, item: T, looking: Looking): Promise<void>
}

interface Removable<T extends Item> extends Kind<T> {
  table: TableName
  /** Its own ids, as its users contain them. */
  gone(db: Db, item: T): Promise<Partial<Gone>>
  remove(db: Db, item: T, by: Deletion): Promise<Change[]>
}

type Find<T> = (db: Db, id: string, now: number) => Promise<T>
const kind = <T extends Item>(find: Find<T>, refuse: Kind<NoInfer<T>>['refuse']): Kind<Item> =>
  ({ find, refuse }) as unknown as Kind<Item>
const removable = <T extends Item>(
  find: Find<T>,
  one: Omit<Removable<NoInfer<T>>, 'find'>,
): Removable<Item> => ({ find, ...one }) as unknown as Removable<Item>

const content = (id: string): Change[] => [{ kind: 'content', id }]

const page = (of: PageKind) =>
  removable((db, id) => getPage(db, of, id), {
    table: 'pages',
    refuse: (db, { id }, { now }) => refusePageInUse(db, of, id, now),
    gone: async (db, { id }) => {
      const items = await db.selectFrom('media').select('id').where('cardId', '=', id).execute()
      return { pages: new Set([id]), media: new Set(items.map((item) => item.id)) }
    },
    remove: async (db, item, by) => {
      await deletePage(db, of, item, by)
      return content(item.id)
    },
  })

export const REMOVABLE: Record<RemovableKind, Removable<Item>> = {
  media: removable(getMedia, {
    table: 'media',
    refuse: (db, item, { now }) => refuseMediaInUse(db, item, now),
    gone: async (_db, { id, cardId }) => ({ media: new Set([id]), pages: new Set(cardId ? [cardId] : []) }),
    remove: async (db, item, by) => {
      await deleteMedia(db, item, by)
      return content(item.id)
    },
  }),
  folder: removable(getFolder, {
    table: 'folders',
    refuse: (db, item, { now }) => refuseFolderInUse(db, item, now),
    gone: async (db, { id }) => ({
      media: new Set((await mediaInside(db, id)).map((item) => item.id)),
      folders: new Set((await foldersFrom(db, id)).map((folder) => folder.id)),
    }),
    remove: async (db, item, by) => {
      return (await deleteFolder(db, item, by)).flatMap(content)
    },
  }),
  card: page('card'),
  layout: page('layout'),
  storyboard: removable(getStoryboard, {
    table: 'storyboards',
    refuse: (db, { id }, { now }) => refuseStoryboardInUse(db, id, now),
    gone: async (_db, { id }) => ({ storyboards: new Set([id]) }),
    remove: async (db, item, by) => {
      await deleteStoryboard(db, item, by)
      return content(item.id)
    },
  }),
  building: removable(getBuilding, {
    table: 'buildings',
    refuse: refuseBuildingInUse,
    gone: async (_db, { id, floors }) => ({
      places: new Set([id, ...floors.map((floor) => floor.id ?? '')]),
    }),
    remove: async (db, item) => {
      await deleteBuilding(db, item)
      return []
    },
  }),
}

export const KINDS: Record<DeletionKind, Kind<Item>> = {
  ...REMOVABLE,
  part: kind((db, id) => getPage(db, 'part', id), refusePartInUse),
  source: kind(getSource, (db, item, { now }) => refuseSourceInUse(db, item, players, now)),
  'screen-field': kind(getField, refuseFieldInUse),
  trigger: kind(getTrigger, (db, { id }) => refuseTriggerInUse(db, id)),
  licence: kind(getLicence, refuseLicenceInUse),
  organization: kind(getOrganization, refuseOrganizationInUse),
  role: kind(getRole, refuseRoleDeletion),
  user: kind(getUser, (db, item, { session }) => refuseUserDeletion(db, item, session)),
}
