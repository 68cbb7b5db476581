import { Button, Checkbox, CloseButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ListedComment } from '@vitrine/contract/api/content/comments'
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { agoText } from '#lib/text/ago.ts'
import { useNow } from '#lib/use-now.ts'
import { commentsQuery } from '#queries/comments.ts'
import styles from './comments.module.css'
import { closeComments, commentsState, draftComment, placeComment, showComment } from './comments-state.ts'
import { Composer } from './composer.tsx'
import { type Commented, placeOn } from './places.ts'
import { Thread } from './thread.tsx'
import { WidgetName } from './widget-name.tsx'
import { useCommentWrites } from './write.ts'

interface CommentsPanelProps {
  pageId: string
  page: Commented
  /** The selected element, for a comment by keyboard. */
  selected?: string | undefined
  /** Called when it closes, to move the focus. */
  onClose?: () => void
}

const NONE: readonly ListedComment[] = []

/** The comments on a page: a list, a thread, or a new one. */
export function CommentsPanel({ pageId, page, selected, onClose }: CommentsPanelProps) {
  const { t } = useTranslation()
  const { chosen, draft, placing } = useStore(commentsState)
  const { data: comments = NONE, isError } = useQuery(commentsQuery(pageId))
  const panel = useRef<HTMLElement>(null)
  const widgets = useMemo(() => new Set(page.widgets.map(({ id }) => id)), [page])
  const open = comments.filter(({ resolved }) => resolved === null)
  const ids = (open.some(({ id }) => id === chosen) ? open : comments).map(({ id }) => id)

  useAsked({ page, selected, open })
  useShownFocus(panel)

  const close = () => {
    closeComments()
    onClose?.()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    event.preventDefault()
    if (chosen || draft || placing) showComment(null)
    else close()
  }
  return (
    <aside
      ref={panel}
      className={styles.panel}
      aria-label={t('comments.title')}
      data-comments=""
      onKeyDown={onKeyDown}
    >
      <header className={styles.head}>
        <h2>{t('comments.title')}</h2>
        <CloseButton aria-label={t('comments.close')} onClick={close} />
      </header>
      {isError && <p role="alert">{t('comments.loadFailed')}</p>}
      {draft && <NewComment pageId={pageId} draft={draft} />}
      {!draft && chosen && <Thread key={chosen} id={chosen} {...{ pageId, ids, widgets }} />}
      {!draft && !chosen && (
        <>
          <AddButton page={page} selected={selected} placing={placing} />
          <List comments={comments} open={open} widgets={widgets} />
        </>
      )}
    </aside>
  )
}

interface Asked {
  page: Commented
  selected: string | undefined
  open: readonly ListedComment[]
}

/** Answers a shortcut, also one that loaded this panel. */
function useAsked({ page, selected, open }: Asked): void {
  const { asked, chosen } = useStore(commentsState)
  useEffect(() => {
    if (asked === 'new') draftComment(placeOn(page, selected))
    if (asked === 'next') {
      const at = open.findIndex(({ id }) => id === chosen)
      showComment(open[(at + 1) % open.length]?.id ?? null)
    }
  }, [asked, page, selected, open, chosen])
}

/** Another view of the panel gets the focus. */
function useShownFocus(panel: RefObject<HTMLElement | null>): void {
  const view = useStore(commentsState, ({ chosen, draft }) => (draft ? 'draft' : chosen))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view is the trigger
  useEffect(() => {
    panel.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true })
  }, [view, panel])
}

interface ListProps {
  comments: readonly ListedComment[]
  open: readonly ListedComment[]
  widgets: ReadonlySet<string>
}

/** Open comments, and the resolved ones on request. */
function List({ comments, open, widgets }: ListProps) {
  const { t } = useTranslation()
  const [isAll, setAll] = useState(false)
  const listed = isAll ? comments : open
  return (
    <>
      {comments.length > open.length && (
        <Checkbox
          size="xs"
          label={t('comments.showResolved')}
          checked={isAll}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
      )}
      {listed.length === 0 && <p className={styles.none}>{t('comments.none')}</p>}
      <ul className={styles.list} aria-label={t('comments.title')}>
        {listed.map((comment) => (
          <Row key={comment.id} comment={comment} widgets={widgets} />
        ))}
      </ul>
    </>
  )
}

interface AddButtonProps {
  page: Commented
  selected: string | undefined
  placing: boolean
}

/** A pointer says where on the page; by keyboard, the comment is on the selected element or in the middle. */
function AddButton({ page, selected, placing }: AddButtonProps) {
  const { t } = useTranslation()
  const add = (event: MouseEvent) =>
    event.detail === 0 ? draftComment(placeOn(page, selected)) : placeComment()
  if (placing)
    return (
      <div className={styles.placing} role="status">
        {t('comments.place')}
        <Button size="compact-sm" variant="default" onClick={() => showComment(null)}>
          {t('form.cancel')}
        </Button>
      </div>
    )
  return (
    <Button size="compact-md" onClick={add} data-autofocus>
      {t('comments.add')}
    </Button>
  )
}

function NewComment({ pageId, draft }: { pageId: string; draft: Parameters<typeof draftComment>[0] }) {
  const { t } = useTranslation()
  const writes = useCommentWrites()
  return (
    <>
      {draft.widget && <WidgetName widget={draft.widget} isDeleted={false} />}
      <Composer
        autoFocus
        pageId={pageId}
        label={t('comments.new')}
        action={t('comments.send')}
        onCancel={() => showComment(null)}
        onSend={async (composed) => {
          const comment = await writes.create(pageId, draft, composed)
          if (comment) showComment(comment.id)
          return comment !== undefined
        }}
      />
    </>
  )
}

function Row({ comment, widgets }: { comment: ListedComment; widgets: ReadonlySet<string> }) {
  const { t } = useTranslation()
  const now = useNow(60_000)
  const { id, author, text, createdAt, replyCount, widget, resolved } = comment
  return (
    <li>
      <button type="button" className={styles.row} onClick={() => showComment(id)}>
        <span className={styles.by}>
          <strong>
            <bdi>{author || t('comments.operator')}</bdi>
          </strong>{' '}
          <span>{agoText(Date.parse(createdAt), Math.max(now, Date.parse(createdAt)))}</span>
        </span>
        <span className={styles.excerpt} dir="auto">
          {text}
        </span>
        <span className={styles.by}>
          {[
            resolved && t('comments.resolved'),
            replyCount > 0 && t('comments.replies', { count: replyCount }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </button>
      {widget && !widgets.has(widget.id) && <WidgetName widget={widget} isDeleted />}
    </li>
  )
}
