import { ActionIcon, Button, Group } from '@mantine/core'
import { CaretLeftIcon } from '@phosphor-icons/react/dist/csr/CaretLeft'
import { CaretRightIcon } from '@phosphor-icons/react/dist/csr/CaretRight'
import { CheckIcon } from '@phosphor-icons/react/dist/csr/Check'
import { useQuery } from '@tanstack/react-query'
import type { PageComment, Written } from '@vitrine/contract/api/content/comments'
import { ROLES } from '@vitrine/contract/permissions'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '#lib/session/session.ts'
import { agoText } from '#lib/text/ago.ts'
import { useNow } from '#lib/use-now.ts'
import { commentQuery } from '#queries/comments.ts'
import styles from './comments.module.css'
import { showComment } from './comments-state.ts'
import { Composer } from './composer.tsx'
import { WidgetName } from './widget-name.tsx'
import { useCommentWrites } from './write.ts'
import { WrittenText } from './written-text.tsx'

interface ThreadProps {
  id: string
  pageId: string
  /** The comments to step through. */
  ids: readonly string[]
  /** Of the page's elements. */
  widgets: ReadonlySet<string>
}

/** A comment with its replies. */
export function Thread({ id, pageId, ids, widgets }: ThreadProps) {
  const { t } = useTranslation()
  const [isDeleting, setDeleting] = useState(false)
  // Neither this write nor its event may load a comment that was deleted.
  const { data: comment, isError } = useQuery({ ...commentQuery(id), enabled: !isDeleting })
  const writes = useCommentWrites()
  return (
    <>
      <Steps id={id} ids={ids} />
      {isError && <p role="alert">{t('comments.gone')}</p>}
      {comment && (
        <>
          <Placed comment={comment} widgets={widgets} />
          <ul className={styles.thread} aria-label={t('comments.title')}>
            <Item
              written={comment}
              pageId={pageId}
              confirm={t('comments.confirmDelete')}
              onEdit={(composed) => writes.edit(comment.id, composed)}
              onDelete={async () => {
                setDeleting(true)
                if (await writes.remove(comment.id)) showComment(null)
                else setDeleting(false)
              }}
            />
            {comment.replies.map((reply) => (
              <Item
                key={reply.id}
                written={reply}
                pageId={pageId}
                confirm={t('comments.confirmDeleteReply')}
                onEdit={(composed) => writes.editReply(reply.id, composed)}
                onDelete={() => writes.removeReply(reply.id)}
              />
            ))}
          </ul>
          <Composer
            key={comment.id}
            pageId={pageId}
            label={t('comments.reply')}
            action={t('comments.sendReply')}
            onSend={async (composed) => (await writes.reply(comment.id, composed)) !== undefined}
          />
          <Button
            size="compact-sm"
            variant="default"
            leftSection={!comment.resolved && <CheckIcon size={14} aria-hidden="true" />}
            onClick={() => void writes.resolve(comment.id, comment.resolved === null)}
          >
            {t(comment.resolved ? 'comments.reopen' : 'comments.resolve')}
          </Button>
        </>
      )}
    </>
  )
}

/** Back to the list, and to the comments before and after this one. */
function Steps({ id, ids }: Pick<ThreadProps, 'id' | 'ids'>) {
  const { t } = useTranslation()
  const at = ids.indexOf(id)
  const step = (by: 1 | -1) => showComment(ids[(at + by + ids.length) % ids.length] ?? null)
  return (
    <Group gap={4} className={styles.steps}>
      <Button size="compact-sm" variant="subtle" onClick={() => showComment(null)} data-autofocus>
        {t('comments.all')}
      </Button>
      <span className={styles.grow} />
      <ActionIcon aria-label={t('comments.previous')} disabled={ids.length < 2} onClick={() => step(-1)}>
        <CaretLeftIcon size={16} aria-hidden="true" className={styles.mirrored} />
      </ActionIcon>
      <ActionIcon aria-label={t('comments.next')} disabled={ids.length < 2} onClick={() => step(1)}>
        <CaretRightIcon size={16} aria-hidden="true" className={styles.mirrored} />
      </ActionIcon>
    </Group>
  )
}

function Placed({
  comment: { widget, resolved },
  widgets,
}: { comment: PageComment } & Pick<ThreadProps, 'widgets'>) {
  const { t } = useTranslation()
  return (
    <>
      {widget && <WidgetName widget={widget} isDeleted={!widgets.has(widget.id)} />}
      {resolved && (
        <p className={styles.resolved} role="status">
          {resolved.by ? t('comments.resolvedBy', { name: resolved.by }) : t('comments.resolved')}
        </p>
      )}
    </>
  )
}

interface ItemProps {
  written: Written
  pageId: string
  /** The question before it is deleted. */
  confirm: string
  onEdit: (composed: { text: string; mentions: string[] }) => Promise<unknown>
  onDelete: () => Promise<unknown>
}

/** What one person wrote. */
function Item({ written, pageId, confirm, onEdit, onDelete }: ItemProps) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const [doing, setDoing] = useState<'edit' | 'delete' | null>(null)
  const { text, mentions, isOwn, createdAt, editedAt } = written
  if (doing === 'edit')
    return (
      <li>
        <Composer
          autoFocus
          pageId={pageId}
          label={t('comments.editText')}
          action={t('form.save')}
          start={{ text, mentions }}
          onCancel={() => setDoing(null)}
          onSend={async (composed) => {
            const isSaved = (await onEdit(composed)) !== undefined
            if (isSaved) setDoing(null)
            return isSaved
          }}
        />
      </li>
    )
  return (
    <li>
      <p className={styles.by}>
        <strong>
          <bdi>{written.author || t('comments.operator')}</bdi>
        </strong>{' '}
        <span>{agoText(Date.parse(createdAt), Math.max(now, Date.parse(createdAt)))}</span>
        {editedAt && <span> · {t('comments.edited')}</span>}
      </p>
      <WrittenText text={text} mentions={mentions} />
      <ItemButtons {...{ isOwn, confirm, onDelete }} isAsking={doing === 'delete'} onDo={setDoing} />
    </li>
  )
}

interface ItemButtonsProps extends Pick<ItemProps, 'confirm' | 'onDelete'> {
  isOwn: boolean
  /** Whether it asks before the deletion. */
  isAsking: boolean
  onDo: (doing: 'edit' | 'delete' | null) => void
}

function ItemButtons({ isOwn, confirm, isAsking, onDo, onDelete }: ItemButtonsProps) {
  const { t } = useTranslation()
  const isAdmin = useSession(({ profile }) => profile !== null && profile?.role !== ROLES.user)
  return isAsking ? (
    <Group
      gap={4}
      role="group"
      aria-label={confirm}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        // Only the question closes, not the thread.
        event.stopPropagation()
        event.preventDefault()
        onDo(null)
      }}
    >
      <span>{confirm}</span>
      <Button size="compact-xs" color="bad" onClick={() => void onDelete()} autoFocus>
        {t('comments.delete')}
      </Button>
      <Button size="compact-xs" variant="default" onClick={() => onDo(null)}>
        {t('form.cancel')}
      </Button>
    </Group>
  ) : (
    <Group gap={4}>
      {isOwn && (
        <Button size="compact-xs" variant="subtle" onClick={() => onDo('edit')}>
          {t('comments.edit')}
        </Button>
      )}
      {(isOwn || isAdmin) && (
        <Button size="compact-xs" variant="subtle" onClick={() => onDo('delete')}>
          {t('comments.delete')}
        </Button>
      )}
    </Group>
  )
}
