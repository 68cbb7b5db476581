import {
  COMMENT_EXCERPT,
  COMMENT_REPLIES_MAX,
  COMMENTS_MAX,
  type CommentInput,
  type CommentPerson,
  type ListedComment,
  type PageComment,
  type Written,
} from '@vitrine/contract/api/content/comments'
import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import { readTransform } from '@vitrine/contract/document/layout-document'
import { type Actor, can } from '@vitrine/contract/permissions'
import { type Selectable, sql } from 'kysely'
import { refuseMoreRows } from '#base/storage/queries.ts'
import { lockRow } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import type { CommentRepliesTable, CommentsTable } from '#db/tables/comments.ts'
import { AppError, notFound } from '#lib/errors.ts'
import { newId } from '#lib/ids.ts'

/** The area whose readers see a page of each kind. */
export const AREA_OF_PAGE = { card: 'cards', layout: 'layouts', part: 'cards' } as const

export interface CommentedPage {
  id: string
  organizationId: string
  kind: keyof typeof AREA_OF_PAGE
  name: string
}

/** Throws NOT_FOUND, also for a page that the caller can't see. */
export async function commentedPage(db: Db, id: string, caller: Actor): Promise<CommentedPage> {
  const page = await db
    .selectFrom('pages')
    .select(['id', 'organizationId', 'kind', 'name'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!page || !can(caller, 'read', AREA_OF_PAGE[page.kind])) throw notFound('Page not found')
  return page
}

const MILLION = 1_000_000
const stored = (fraction: number) => Math.round(fraction * MILLION)

type Row = Selectable<CommentsTable>
type WrittenRow = Pick<Row, 'id' | 'text' | 'author' | 'userId' | 'mentions' | 'createdAt' | 'editedAt'>

const writtenOf = (row: WrittenRow, callerId: string): Written => ({
  id: row.id,
  text: row.text,
  author: row.author,
  isOwn: row.userId === callerId,
  mentions: JSON.parse(row.mentions) as CommentPerson[],
  createdAt: row.createdAt,
  editedAt: row.editedAt,
})

const placeOf = ({ pageId, x, y, widget, resolvedBy, resolvedAt, organizationId }: Row) => ({
  pageId,
  x: x / MILLION,
  y: y / MILLION,
  widget: widget === null ? null : (JSON.parse(widget) as PageComment['widget']),
  resolved: resolvedAt === null ? null : { by: resolvedBy ?? '', at: resolvedAt },
  organizationId,
})

const replyCount = sql<number>`(select count(*) from "comment_replies" where "comment_replies"."commentId" = "comments"."id")`

/** Oldest first, with the beginning of each text. */
export async function listComments(db: Db, pageId: string, callerId: string): Promise<ListedComment[]> {
  const rows = await db
    .selectFrom('comments')
    .selectAll('comments')
    .select(sql<string>`substr("comments"."text", 1, ${COMMENT_EXCERPT})`.as('text'))
    .select(replyCount.as('replyCount'))
    .where('pageId', '=', pageId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...writtenOf(row, callerId),
    ...placeOf(row),
    replyCount: Number(row.replyCount),
  }))
}

export async function findComment(db: Db, id: string): Promise<Row> {
  const row = await db.selectFrom('comments').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Comment not found')
  return row
}

export async function findReply(db: Db, id: string): Promise<Selectable<CommentRepliesTable>> {
  const row = await db.selectFrom('comment_replies').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Reply not found')
  return row
}

export async function withReplies(db: Db, row: Row, callerId: string): Promise<PageComment> {
  const replies = await db
    .selectFrom('comment_replies')
    .selectAll()
    .where('commentId', '=', row.id)
    .orderBy('id')
    .execute()
  return {
    ...writtenOf(row, callerId),
    ...placeOf(row),
    replies: replies.map((reply) => writtenOf(reply, callerId)),
  }
}

interface Writing {
  userId: string
  author: string
  text: string
  mentions: readonly CommentPerson[]
  now: string
}

const writtenColumns = ({ userId, author, text, mentions, now }: Writing) => ({
  userId,
  author,
  text,
  mentions: JSON.stringify(mentions),
  createdAt: now,
  editedAt: null,
})

/** Throws STORAGE_LIMIT. */
export async function insertComment(
  db: Db,
  { id: pageId, organizationId }: CommentedPage,
  { x, y, widget }: Pick<CommentInput, 'x' | 'y' | 'widget'>,
  writing: Writing,
): Promise<string> {
  const id = newId()
  await lockRow(db, 'pages', pageId)
  await db
    .insertInto('comments')
    .values({
      ...{ id, organizationId, pageId, x: stored(x), y: stored(y) },
      widget: widget && JSON.stringify(widget),
      ...writtenColumns(writing),
      ...{ resolvedBy: null, resolvedAt: null },
    })
    .execute()
  const { count } = await db
    .selectFrom('comments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('pageId', '=', pageId)
    .executeTakeFirstOrThrow()
  if (Number(count) > COMMENTS_MAX) throw full(`A page can have ${COMMENTS_MAX} comments.`)
  await refuseMoreRows(db, 'comments', organizationId)
  return id
}

/** Throws STORAGE_LIMIT. */
export async function insertReply(
  db: Db,
  { id: commentId, pageId, organizationId }: Pick<Row, 'id' | 'pageId' | 'organizationId'>,
  writing: Writing,
): Promise<string> {
  const id = newId()
  await lockRow(db, 'comments', commentId)
  await db
    .insertInto('comment_replies')
    .values({ id, organizationId, pageId, commentId, ...writtenColumns(writing) })
    .execute()
  const { count } = await db
    .selectFrom('comment_replies')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('commentId', '=', commentId)
    .executeTakeFirstOrThrow()
  if (Number(count) > COMMENT_REPLIES_MAX) throw full(`A comment can have ${COMMENT_REPLIES_MAX} replies.`)
  await refuseMoreRows(db, 'comment_replies', organizationId)
  return id
}

const full = (message: string) => new AppError('STORAGE_LIMIT', `${message} Delete some first.`)

export async function editText(
  db: Db,
  table: 'comments' | 'comment_replies',
  id: string,
  { text, mentions, now }: Pick<Writing, 'text' | 'mentions' | 'now'>,
): Promise<void> {
  await db
    .updateTable(table)
    .set({ text, mentions: JSON.stringify(mentions), editedAt: now })
    .where('id', '=', id)
    .execute()
}

/** `by`: who resolves it; null reopens it. */
export async function setResolved(
  db: Db,
  id: string,
  by: { name: string; now: string } | null,
): Promise<void> {
  await db
    .updateTable('comments')
    .set({ resolvedBy: by?.name ?? null, resolvedAt: by?.now ?? null })
    .where('id', '=', id)
    .execute()
}

/** With replies and mentions. */
export async function deleteComment(db: Db, id: string): Promise<void> {
  await db.deleteFrom('comments').where('id', '=', id).execute()
}

export async function deleteReply(db: Db, id: string): Promise<void> {
  await db.deleteFrom('comment_replies').where('id', '=', id).execute()
}

/**
 * Call when a page is saved: comments on widgets get the place where these are now, to stay there when a later save
 * deletes them.
 */
export async function followWidgets(
  db: Db,
  pageId: string,
  { width, height, widgets }: Pick<LayoutDocument, 'width' | 'height' | 'widgets'>,
): Promise<void> {
  const rows = await db
    .selectFrom('comments')
    .select(['id', 'x', 'y', 'widget'])
    .where('pageId', '=', pageId)
    .where('widget', 'is not', null)
    .execute()
  if (rows.length === 0) return
  const byId = new Map(widgets.map((widget) => [widget.id, widget]))
  for (const row of rows) {
    const on = JSON.parse(row.widget ?? '') as NonNullable<PageComment['widget']>
    const widget = byId.get(on.id)
    if (!widget) continue
    const corner = readTransform(widget.transform)
    const x = stored(within((corner.x + on.x * widget.width) / width))
    const y = stored(within((corner.y + on.y * widget.height) / height))
    if (x !== row.x || y !== row.y)
      await db.updateTable('comments').set({ x, y }).where('id', '=', row.id).execute()
  }
}

/** A widget may be partly outside its page. */
const within = (fraction: number) => Math.min(1, Math.max(0, fraction))
