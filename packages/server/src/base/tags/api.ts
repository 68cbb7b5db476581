import type { BulkRefusal } from '@vitrine/contract/api/base/bulk'
import {
  TAGS_PER_ITEM_MAX,
  TAGS_PER_ORGANIZATION_MAX,
  type TagKind,
  type TagsAnswer,
  type TagsChange,
} from '@vitrine/contract/api/base/tags'
import { searchKey } from '@vitrine/contract/search-key'
import type { Change } from '#base/change.ts'
import type { Context } from '#base/handler.ts'
import { anyOf, isPostgres, lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { TagsTable } from '#db/tables/content.ts'
import { AppError, forbidden, notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'
import { OWNER } from './queries.ts'

/** Rows per insert: engines limit the number of parameters. */
const AT_ONCE = 500

interface Item {
  id: string
  organizationId: string
}

type Tag = Pick<TagsTable, 'id' | 'name'>
/** Ids of things, by tag. */
type Changes = Map<Tag, string[]>

interface Tagging {
  kind: TagKind
  /** Those of `ids` that the caller may tag. */
  itemsOf(db: Db, ids: readonly { id: string }[]): Promise<Item[]>
}

/** Throws NOT_FOUND if none of the things exists, and TAG_LIMIT if the organization can't have another tag. */
export async function changeTags(
  { db, tenantDb, sees }: Pick<Context, 'db' | 'tenantDb' | 'sees'>,
  { kind, itemsOf }: Tagging,
  { ids, ...change }: TagsChange,
): Promise<TagsAnswer> {
  const items = await itemsOf(
    db,
    [...new Set(ids)].sort().map((id) => ({ id })),
  )
  const known = new Set(items.map(({ id }) => id))
  const missing: BulkRefusal[] = []
  for (const id of ids)
    if (!known.has(id)) {
      const { errKey, message } = (await sees(id)) ? forbidden() : notFound()
      missing.push({ id, errKey, message })
    }
  if (items.length === 0 && missing.every(({ errKey }) => errKey === 'NOT_FOUND')) throw notFound()
  const answer: TagsAnswer = {
    done: [],
    refused: missing,
    added: [],
    removed: [],
  }
  for (const [organizationId, own] of Map.groupBy(items, (item) => item.organizationId)) {
    const { refused, added, removed } = await changeIn(
      tenantDb(organizationId),
      organizationId,
      kind,
      own,
      change,
    )
    const failed = new Set(refused.map(({ id }) => id))
    answer.done.push(...own.flatMap(({ id }) => (failed.has(id) ? [] : [id])))
    answer.refused.push(...refused)
    answer.added.push(...listed(added))
    answer.removed.push(...listed(removed))
  }
  return answer
}

type InheritedKind = Extract<TagKind, 'device' | 'device-group' | 'floor' | 'building'>

interface Call extends Pick<Context, 'db' | 'tenantDb' | 'sees'> {
  body: TagsChange
  changed(...changes: Change[]): void
}

interface InheritedTagging extends Tagging {
  kind: InheritedKind
}

/** Changes tags that decide what plays on screens: their own, or of what they are in. */
export async function changeInheritedTags(
  call: Call,
  { kind, itemsOf }: InheritedTagging,
): Promise<TagsAnswer> {
  const answer = await changeTags(call, { kind, itemsOf }, call.body)
  const ids = [...new Set([...answer.added, ...answer.removed].flatMap((change) => change.ids))]
  if (kind === 'device') call.changed(...ids.map((id): Change => ({ kind: 'device', id })))
  else if (kind === 'device-group') call.changed(...ids.map((id): Change => ({ kind: 'members', id })))
  else {
    // Of all screens of the organization, only those in the place get another manifest.
    const owners = await itemsOf(
      call.db,
      ids.map((id) => ({ id })),
    )
    const organizations = new Set(owners.map(({ organizationId }) => organizationId))
    call.changed(...[...organizations].map((id): Change => ({ kind: 'organization', id })))
  }
  return answer
}

const listed = (changes: Changes) => [...changes].map(([{ name }, ids]) => ({ tag: name, ids }))

async function changeIn(
  db: Db,
  organizationId: string,
  kind: TagKind,
  items: readonly Item[],
  { add, remove }: Omit<TagsChange, 'ids'>,
) {
  const column = OWNER[kind]
  const adding = await knownTags(db, organizationId, add)
  const dropping = (await findTags(db, remove)).filter(({ id }) => adding.every((tag) => tag.id !== id))
  const uses = await db
    .selectFrom('tag_uses')
    .select(['tagId', `${column} as ownerId`])
    .where(column, 'in', anyOf(db, items))
    .execute()
  const tagsOf = Map.groupBy(uses, ({ ownerId }) => ownerId)
  const refused: BulkRefusal[] = []
  const added: Changes = new Map()
  const removed: Changes = new Map()
  for (const { id } of items) {
    const has = new Set((tagsOf.get(id) ?? []).map(({ tagId }) => tagId))
    const fresh = adding.filter((tag) => !has.has(tag.id))
    const gone = dropping.filter((tag) => has.has(tag.id))
    if (fresh.length > 0 && has.size + fresh.length - gone.length > TAGS_PER_ITEM_MAX) {
      const message = `An item can have ${TAGS_PER_ITEM_MAX} tags. Remove some first.`
      refused.push({ id, errKey: 'TAG_LIMIT', message })
      continue
    }
    for (const tag of fresh) added.set(tag, [...(added.get(tag) ?? []), id])
    for (const tag of gone) removed.set(tag, [...(removed.get(tag) ?? []), id])
  }
  for (const [{ id }, owners] of removed)
    await db
      .deleteFrom('tag_uses')
      .where('tagId', '=', id)
      .where(
        column,
        'in',
        anyOf(
          db,
          owners.map((owner) => ({ id: owner })),
        ),
      )
      .execute()
  await insertUses(db, organizationId, kind, added)
  return { refused, added, removed }
}

async function insertUses(db: Db, organizationId: string, kind: TagKind, added: Changes): Promise<void> {
  const rows = [...added].flatMap(([{ id: tagId }, owners]) =>
    owners.map((owner) => ({ id: newId(), organizationId, tagId, ...NO_OWNER, [OWNER[kind]]: owner })),
  )
  for (let start = 0; start < rows.length; start += AT_ONCE)
    await db
      .insertInto('tag_uses')
      .values(rows.slice(start, start + AT_ONCE))
      // Another call may have added it in the meantime.
      .onConflict((there) => there.doNothing())
      .execute()
}
const NO_OWNER = {
  ...{ mediaId: null, pageId: null, storyboardId: null, deviceId: null },
  ...{ deviceGroupId: null, floorId: null, buildingId: null },
}

const findTags = (db: Db, names: readonly string[]): Promise<TagsTable[]> =>
  db
    .selectFrom('tags')
    .selectAll()
    .where(
      'nameKey',
      'in',
      anyOf(
        db,
        names.map((name) => ({ id: searchKey(name) })),
      ),
    )
    .execute()

/** The tags with these names, created if needed. Throws TAG_LIMIT. */
async function knownTags(db: Db, organizationId: string, names: readonly string[]): Promise<Tag[]> {
  if (names.length === 0) return []
  const wanted = new Map(names.map((name) => [searchKey(name), name]))
  // An unused tag takes the new spelling.
  await dropUnused(db, [...wanted.keys()])
  const missing = async () => {
    const found = new Set((await findTags(db, names)).map(({ nameKey }) => nameKey))
    return [...wanted].filter(([nameKey]) => !found.has(nameKey))
  }
  if ((await missing()).length > 0) {
    await lockRow(db, 'organizations', organizationId)
    await dropUnused(db)
    const fresh = await missing()
    const { count } = await db
      .selectFrom('tags')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) + fresh.length > TAGS_PER_ORGANIZATION_MAX)
      throw new AppError(
        'TAG_LIMIT',
        `This organization has reached its limit of ${TAGS_PER_ORGANIZATION_MAX} tags. Use tags that exist, or remove some first.`,
      )
    const rows = fresh.map(([nameKey, name]) => ({ id: newId(), organizationId, name, nameKey }))
    if (rows.length > 0) await db.insertInto('tags').values(rows).execute()
  }
  return findTags(db, names)
}

/** Deletes unused tags, except those that another transaction is adding to something. */
async function dropUnused(db: Db, keys?: readonly string[]): Promise<void> {
  const unused = await db
    .selectFrom('tags')
    .select('id')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('tag_uses').select('tag_uses.id').whereRef('tag_uses.tagId', '=', 'tags.id'))),
    )
    .$if(keys !== undefined, (query) => query.where('nameKey', 'in', keys ?? []))
    .$if(isPostgres(db), (query) => query.forUpdate().skipLocked())
    .execute()
  if (unused.length > 0) await db.deleteFrom('tags').where('id', 'in', anyOf(db, unused)).execute()
}

export async function copyTags(db: Db, kind: TagKind, from: Item, id: string): Promise<void> {
  const kept = await keptTags(db, kind, [from])
  await addTags(
    db,
    from.organizationId,
    kind,
    kept.map(({ name }) => ({ id, tag: name })),
  )
}

/** The tags of things, as the trash keeps them. */
export const keptTags = (db: Db, kind: TagKind, ids: readonly { id: string }[]) =>
  db
    .selectFrom('tag_uses')
    .innerJoin('tags', 'tags.id', 'tag_uses.tagId')
    .select(['tags.name', 'tag_uses.organizationId', `tag_uses.${OWNER[kind]}`])
    .where(`tag_uses.${OWNER[kind]}`, 'in', anyOf(db, ids))
    .orderBy('tag_uses.id')
    .execute()

/** Adds to things the tags of a copied or restored thing. Leaves out tags beyond the organization's limit. */
export async function addTags(
  db: Db,
  organizationId: string,
  kind: TagKind,
  owners: readonly { id: string; tag: string }[],
): Promise<void> {
  for (const [name, ids] of Map.groupBy(owners, ({ tag }) => tag)) {
    const [tag] = await knownTags(db, organizationId, [name]).catch(noneBeyondLimit)
    if (!tag) continue
    // Before the next one, which deletes tags that nothing uses.
    const added: Changes = new Map([[tag, ids.map(({ id }) => id)]])
    await insertUses(db, organizationId, kind, added)
  }
}

function noneBeyondLimit(error: unknown): Tag[] {
  if (error instanceof AppError && error.errKey === 'TAG_LIMIT') return []
  throw error
}
