import type { Id, Instant, Json } from './column.ts'

interface WrittenTable {
  id: Id
  organizationId: Id
  pageId: Id
  /** The person, or the API key; it may no longer exist. */
  userId: Id
  /** The author's name at that time. */
  author: string
  text: string
  /** The mentioned people: ids and names. */
  mentions: Json
  createdAt: Instant
  editedAt: Instant | null
}

/** A comment on a point of a page, in millionths of its sides. */
export interface CommentsTable extends WrittenTable {
  x: number
  y: number
  /** The widget that it moves with: id, name, and the point on it as fractions. */
  widget: Json | null
  /** The name at that time. */
  resolvedBy: string | null
  resolvedAt: Instant | null
}

export interface CommentRepliesTable extends WrittenTable {
  commentId: Id
}

/** What the bell of a mentioned person lists. */
export interface CommentMentionsTable {
  id: Id
  organizationId: Id
  pageId: Id
  commentId: Id
  /** Null: the comment itself mentions the person. */
  replyId: Id | null
  userId: Id
  by: string
  createdAt: Instant
}

export interface CommentTables {
  comments: CommentsTable
  comment_replies: CommentRepliesTable
  comment_mentions: CommentMentionsTable
}
