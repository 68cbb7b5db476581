import { useQueryClient } from '@tanstack/react-query'
import type { PageComment } from '@vitrine/contract/api/content/comments'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { failureText } from '#lib/text/error-text.ts'
import { notify } from '#lib/toasts.ts'
import { commentQuery, commentsKey } from '#queries/comments.ts'
import type { Place } from './comments-state.ts'
import type { Composed } from './composer.tsx'

type Answer = Promise<{ comment: PageComment }>

/** Writes of comments: the thread shows them, so only failures are reported. */
export function useCommentWrites() {
  const client = useQueryClient()
  const { t } = useTranslation()
  const run = async <T>(write: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await write()
    } catch (error) {
      notify({ kind: 'negative', message: failureText(error, 'errors.comment') ?? t('errors.comment') })
      return undefined
    } finally {
      void client.invalidateQueries({ queryKey: commentsKey })
    }
  }
  const shown = (write: () => Answer) =>
    run(async () => {
      const { comment } = await write()
      client.setQueryData(commentQuery(comment.id).queryKey, comment)
      return comment
    })
  return {
    create: (pageId: string, { x, y, widget }: Place, composed: Composed) =>
      shown(() => api.comments.create({ body: { pageId, x, y, widget, ...composed } })),
    reply: (id: string, body: Composed) => shown(() => api.comments.reply({ params: { id }, body })),
    edit: (id: string, body: Composed) => shown(() => api.comments.update({ params: { id }, body })),
    editReply: (id: string, body: Composed) =>
      shown(() => api.commentReplies.update({ params: { id }, body })),
    resolve: (id: string, resolved: boolean) =>
      shown(() => api.comments.setResolved({ params: { id }, body: { resolved } })),
    remove: (id: string) => run(() => api.comments.remove({ params: { id } })),
    removeReply: (id: string) => shown(() => api.commentReplies.remove({ params: { id } })),
  }
}
