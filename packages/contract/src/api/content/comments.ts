import { z } from 'zod'
import { boundedList } from '#api/base/bounded-list.ts'
import { Id, IdAnswer, IdParams, OrganizationHint, Timestamp } from '#api/base/entity.ts'
import { requiredLines } from '#api/base/inputs.ts'
import { WIDGET_NAME_MAX } from '#document/layout-document.ts'
import { plainText } from '#plain-text.ts'
import { route } from '#route.ts'
import { rule } from '#rules.ts'

/** Comments on a page, each with its replies. */
export const COMMENTS_MAX = 500
export const COMMENT_REPLIES_MAX = 100
/** Characters of a comment or a reply. */
export const COMMENT_TEXT_MAX = 4000
export const COMMENT_MENTIONS_MAX = 20
/** Characters of each text in a list. */
export const COMMENT_EXCERPT = 200
/** People that the picker of mentions offers. */
export const COMMENT_PEOPLE_LISTED = 20
/** Mentions that the bell shows, newest first. */
export const MENTIONS_LISTED = 50

/** A point, as fractions of the width and the height of a page or a widget. */
const fraction = () =>
  z
    .number({ error: rule('numeric') })
    .min(0, rule('min_value', 0))
    .max(1, rule('max_value', 1))

/** The widget that a comment moves with, and where on it. Its name stays when it is deleted. */
const CommentWidget = z.object({
  id: Id,
  name: z.string().overwrite(plainText).max(WIDGET_NAME_MAX, rule('max', WIDGET_NAME_MAX)),
  x: fraction(),
  y: fraction(),
})

const Named = z.object({ id: Id, name: z.string() })
export type CommentPerson = z.infer<typeof Named>

/** What a person wrote. */
const Written = z.object({
  id: Id,
  text: z.string(),
  /** The author's name at that time; empty for an operator of the installation. */
  author: z.string(),
  /** Whether the caller wrote it. */
  isOwn: z.boolean(),
  /** People whom the text names as `@name`. */
  mentions: z.array(Named).max(COMMENT_MENTIONS_MAX),
  createdAt: Timestamp,
  editedAt: Timestamp.nullable(),
})
export type Written = z.infer<typeof Written>

export const PageComment = Written.extend({
  pageId: Id,
  /** Where its widget was when the page was last saved, or its place on the page. */
  x: z.number(),
  y: z.number(),
  widget: CommentWidget.nullable(),
  resolved: z.object({ by: z.string(), at: Timestamp }).nullable(),
  /** Oldest first. */
  replies: z.array(Written).max(COMMENT_REPLIES_MAX),
  organizationId: Id,
})
export type PageComment = z.infer<typeof PageComment>

/** A comment in a list: with the beginning of its text, and the number of its replies. */
export const ListedComment = PageComment.omit({ replies: true, mentions: true }).extend({
  replyCount: z.int(),
})
export type ListedComment = z.infer<typeof ListedComment>

const Text = z.object({
  text: requiredLines(COMMENT_TEXT_MAX),
  /** Ids of people; those who can't see the page are left out. */
  mentions: boundedList(
    z.array(Id).max(COMMENT_MENTIONS_MAX, rule('max_value', COMMENT_MENTIONS_MAX)),
  ).default([]),
})
export type CommentText = z.infer<typeof Text>

export const CommentInput = Text.extend({
  pageId: Id,
  x: fraction(),
  y: fraction(),
  widget: CommentWidget.nullable().default(null),
})
export type CommentInput = z.infer<typeof CommentInput>

/** A comment that names the caller. */
export const Mention = z.object({
  id: Id,
  commentId: Id,
  page: z.object({ id: Id, name: z.string(), kind: z.enum(['card', 'layout', 'part']) }),
  by: z.string(),
  at: Timestamp,
})
export type Mention = z.infer<typeof Mention>

const Answer = z.object({ comment: PageComment })

export const comments = {
  list: route({
    method: 'GET',
    path: '/comments/pages/:id',
    summary: 'List the comments on a page, oldest first, with the beginning of their texts',
    who: { read: 'comments' },
    params: IdParams,
    response: z.object({ comments: z.array(ListedComment).max(COMMENTS_MAX) }),
  }),
  people: route({
    method: 'GET',
    path: '/comments/pages/:id/people',
    summary: 'Find people who can be mentioned on a page: those who can see it',
    who: { read: 'comments' },
    params: IdParams,
    query: z.object({ search: z.string().max(200, rule('max', 200)).optional() }),
    response: z.object({ people: z.array(Named).max(COMMENT_PEOPLE_LISTED) }),
  }),
  mentions: route({
    method: 'GET',
    path: '/comments/mentions',
    summary: 'List the newest comments that mention you',
    who: { read: 'comments' },
    response: z.object({ mentions: z.array(Mention).max(MENTIONS_LISTED) }),
  }),
  get: route({
    method: 'GET',
    path: '/comments/:id',
    summary: 'Get a comment with its replies',
    who: { read: 'comments' },
    params: IdParams,
    response: Answer,
  }),
  create: route({
    method: 'POST',
    path: '/comments',
    summary: 'Comment on a point of a page, or on a widget; mentioned people get an email',
    who: { write: 'comments' },
    budget: 'comments',
    body: CommentInput,
    response: Answer,
    status: 201,
    errors: ['NOT_FOUND', 'STORAGE_LIMIT'],
  }),
  reply: route({
    method: 'POST',
    path: '/comments/:id/reply',
    summary: 'Reply to a comment; mentioned people get an email',
    who: { write: 'comments' },
    budget: 'comments',
    params: IdParams,
    body: Text,
    response: Answer,
    status: 201,
    errors: ['STORAGE_LIMIT'],
  }),
  update: route({
    method: 'PUT',
    path: '/comments/:id',
    summary: 'Edit your comment; people whom it mentions now get an email',
    who: { write: 'comments' },
    budget: 'comments',
    params: IdParams,
    body: Text,
    response: Answer,
  }),
  setResolved: route({
    method: 'PUT',
    path: '/comments/:id/resolved',
    summary: 'Resolve a comment, or reopen it',
    who: { write: 'comments' },
    params: IdParams,
    body: z.object({ resolved: z.boolean() }),
    response: Answer,
  }),
  remove: route({
    method: 'DELETE',
    path: '/comments/:id',
    summary: 'Delete your comment with its replies; admins delete any',
    who: { write: 'comments' },
    params: IdParams,
    body: OrganizationHint,
    response: IdAnswer,
  }),
}

export const commentReplies = {
  update: route({
    method: 'PUT',
    path: '/comment-replies/:id',
    summary: 'Edit your reply; people whom it mentions now get an email',
    who: { write: 'comments' },
    budget: 'comments',
    params: IdParams,
    body: Text,
    response: Answer,
  }),
  remove: route({
    method: 'DELETE',
    path: '/comment-replies/:id',
    summary: 'Delete your reply; admins delete any',
    who: { write: 'comments' },
    params: IdParams,
    body: OrganizationHint,
    response: Answer,
  }),
}
