import type { CommentInput } from '@vitrine/contract/api/content/comments'
import { makeLayout } from './content.ts'
import type { Caller } from './harness.ts'

/** On a new layout, unless a page is named. */
export async function makeComment(caller: Caller, body: Partial<CommentInput> = {}) {
  const pageId = body.pageId ?? (await makeLayout(caller)).id
  const sent = { x: 0.5, y: 0.25, text: 'Is this the price of today?', ...body, pageId }
  return (await caller.api.comments.create({ body: sent })).comment
}

/** For the laws, see `samples.ts`. */
export const commentSamples = {
  comments: {
    body: (n: number) => ({ pageId: 'nowhere', x: 0.5, y: 0.5, text: `Comment ${n}`, resolved: true }),
    make: async (admin: Caller) => (await makeComment(admin)).id,
  },
  pageViewers: {
    body: () => ({ here: true }),
    make: async (admin: Caller) => (await makeLayout(admin)).id,
  },
  commentReplies: {
    body: (n: number) => ({ text: `Reply ${n}` }),
    make: async (admin: Caller) => {
      const params = { id: (await makeComment(admin)).id }
      const { comment } = await admin.api.comments.reply({ params, body: { text: 'A reply' } })
      return comment.replies[0]?.id ?? ''
    },
  },
}
