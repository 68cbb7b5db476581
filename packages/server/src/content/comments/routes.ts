import { type CommentText, commentReplies, comments } from '@vitrine/contract/api/content/comments'
import { pageViewers } from '@vitrine/contract/api/content/viewers'
import { ROLES } from '@vitrine/contract/permissions'
import { authorName } from '#accounts/authors/queries.ts'
import { type Context, feature, type Session } from '#base/handler.ts'
import type { Platform } from '#base/platform.ts'
import type { Db } from '#db/schema.ts'
import { isoTime } from '#lib/clock.ts'
import { forbidden } from '#lib/errors.ts'
import { findPeople, mentionedPeople, mentionsOf, tellMentioned } from './mentions.ts'
import {
  type CommentedPage,
  commentedPage,
  deleteComment,
  deleteReply,
  editText,
  findComment,
  findReply,
  insertComment,
  insertReply,
  listComments,
  setResolved,
  withReplies,
} from './queries.ts'
import type { Viewers } from './viewers.ts'

type Needs = Pick<Platform, 'origins' | 'outbox'>
type Call = Pick<Context, 'db' | 'tenantDb' | 'clock' | 'afterCommit'> & { session: Session }

/** A comment on a page that the caller sees. Throws NOT_FOUND. */
async function seen({ db, tenantDb, session }: Omit<Call, 'clock' | 'afterCommit'>, id: string) {
  const row = await findComment(db, id)
  const page = await commentedPage(db, row.pageId, session)
  return { row, page, own: tenantDb(row.organizationId) }
}

async function seenReply(call: Call, id: string) {
  const reply = await findReply(call.db, id)
  return { reply, ...(await seen(call, reply.commentId)) }
}

const isAuthor = ({ userId }: { userId: string }, session: Session) => userId === session.userId

function refuseOthers(written: { userId: string }, session: Session, { alsoAdmins = false } = {}): void {
  const isAdmin = alsoAdmins && session.role !== ROLES.user
  if (!isAuthor(written, session) && !isAdmin) throw forbidden()
}

/** What `write` stores gets the people it mentions, and those whom it didn't mention before are notified. */
async function writeText(
  { session, clock, afterCommit }: Call,
  { origins, outbox }: Needs,
  { own, page, text, before = '[]' }: { own: Db; page: CommentedPage; text: CommentText; before?: string },
  write: (
    writing: Parameters<typeof insertReply>[2],
  ) => Promise<{ commentId: string; replyId: string | null }>,
): Promise<string> {
  const now = clock.now()
  const people = await mentionedPeople(own, page, text.mentions)
  const author = await authorName(own, session.userId)
  const { commentId, replyId } = await write({
    ...{ userId: session.userId, author, text: text.text, now: isoTime(now) },
    mentions: people.map(({ id, name }) => ({ id, name })),
  })
  const known = new Set((JSON.parse(before) as { id: string }[]).map(({ id }) => id))
  const others = people.filter(({ id }) => id !== session.userId && !known.has(id))
  const told = { page, commentId, replyId, by: author, text: text.text, now }
  if (await tellMentioned(own, origins, others, told)) afterCommit(() => void outbox.wake())
  return commentId
}

const answer = async (own: Db, id: string, { userId }: Session) => ({
  comment: await withReplies(own, await findComment(own, id), userId),
})

export const commentsFeature = feature(comments, (needs: Needs) => ({
  list: async ({ db, params, session }) => {
    const { id } = await commentedPage(db, params.id, session)
    return { comments: await listComments(db, id, session.userId) }
  },
  people: async ({ db, tenantDb, params, query, session }) => {
    const page = await commentedPage(db, params.id, session)
    return { people: await findPeople(tenantDb(page.organizationId), page, query.search ?? '') }
  },
  mentions: async ({ db, session }) => ({ mentions: await mentionsOf(db, session.userId, session) }),
  get: async (context) => {
    const { row, own } = await seen(context, context.params.id)
    return { comment: await withReplies(own, row, context.session.userId) }
  },
  create: async (context) => {
    const { db, tenantDb, session, body } = context
    const page = await commentedPage(db, body.pageId, session)
    const own = tenantDb(page.organizationId)
    const id = await writeText(context, needs, { own, page, text: body }, async (writing) => ({
      commentId: await insertComment(own, page, body, writing),
      replyId: null,
    }))
    return answer(own, id, session)
  },
  reply: async (context) => {
    const { row, page, own } = await seen(context, context.params.id)
    await writeText(context, needs, { own, page, text: context.body }, async (writing) => ({
      commentId: row.id,
      replyId: await insertReply(own, row, writing),
    }))
    return answer(own, row.id, context.session)
  },
  update: async (context) => {
    const { row, page, own } = await seen(context, context.params.id)
    refuseOthers(row, context.session)
    const text = { own, page, text: context.body, before: row.mentions }
    await writeText(context, needs, text, async (writing) => {
      await editText(own, 'comments', row.id, writing)
      return { commentId: row.id, replyId: null }
    })
    return answer(own, row.id, context.session)
  },
  setResolved: async (context) => {
    const { row, own } = await seen(context, context.params.id)
    const { session, body, clock } = context
    const by = { name: await authorName(own, session.userId), now: isoTime(clock.now()) }
    if (body.resolved !== (row.resolvedAt !== null)) await setResolved(own, row.id, body.resolved ? by : null)
    return answer(own, row.id, session)
  },
  remove: async (context) => {
    const { row, own } = await seen(context, context.params.id)
    refuseOthers(row, context.session, { alsoAdmins: true })
    await deleteComment(own, row.id)
    return { id: row.id }
  },
}))

export const commentRepliesFeature = feature(commentReplies, (needs: Needs) => ({
  update: async (context) => {
    const { reply, row, page, own } = await seenReply(context, context.params.id)
    refuseOthers(reply, context.session)
    const text = { own, page, text: context.body, before: reply.mentions }
    await writeText(context, needs, text, async (writing) => {
      await editText(own, 'comment_replies', reply.id, writing)
      return { commentId: row.id, replyId: reply.id }
    })
    return answer(own, row.id, context.session)
  },
  remove: async (context) => {
    const { reply, row, own } = await seenReply(context, context.params.id)
    refuseOthers(reply, context.session, { alsoAdmins: true })
    await deleteReply(own, reply.id)
    return answer(own, row.id, context.session)
  },
}))

export const pageViewersFeature = feature(pageViewers, ({ viewers }: { viewers: Viewers }) => ({
  note: async ({ db, tenantDb, session, params, body }) => {
    const { id, organizationId } = await commentedPage(db, params.id, session)
    const { userId } = session
    // An operator who looks at an organization is none of its people.
    if (session.role !== ROLES.superAdmin) {
      const name = await authorName(tenantDb(organizationId), userId)
      viewers.note(organizationId, { pageId: id, userId, name, here: body.here })
    }
    return { people: viewers.others(organizationId, id, userId) }
  },
}))
