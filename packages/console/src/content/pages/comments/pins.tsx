import { useQuery } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { commentsQuery } from '#queries/comments.ts'
import styles from './comments.module.css'
import { commentsState, draftComment, showComment } from './comments-state.ts'
import { type Commented, placeAt, pointOf } from './places.ts'

interface PinsProps {
  pageId: string
  page: Commented
  /** Where the page is in the layer, in pixels. */
  frame: { x: number; y: number; width: number; height: number }
}

/**
 * Open comments as pins over a page, from left to right in every language: points are the page's. Pins are for pointers;
 * the panel lists the same comments.
 */
export function Pins({ pageId, page, frame }: PinsProps) {
  const { t } = useTranslation()
  const { chosen, draft, placing } = useStore(commentsState)
  const { data = [] } = useQuery(commentsQuery(pageId))
  const shown = data.filter(({ id, resolved }) => resolved === null || id === chosen)
  const at = (point: { x: number; y: number }) => ({
    left: frame.x + point.x * frame.width,
    top: frame.y + point.y * frame.height,
  })
  const place = (event: MouseEvent) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const x = ((event.clientX - left - frame.x) / frame.width) * page.width
    const y = ((event.clientY - top - frame.y) / frame.height) * page.height
    draftComment(placeAt(page, { x, y }))
  }
  return (
    <div className={styles.layer} dir="ltr" data-comments="">
      {placing && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard, the panel places comments
        // biome-ignore lint/a11y/noStaticElementInteractions: a target for pointers, which choose the place
        <div className={styles.target} onClick={place} />
      )}
      {shown.map((comment, index) => (
        <button
          key={comment.id}
          type="button"
          tabIndex={-1}
          className={styles.pin}
          style={at(pointOf(comment, page))}
          data-chosen={comment.id === chosen || undefined}
          aria-label={t('comments.pin', {
            number: index + 1,
            name: comment.author || t('comments.operator'),
            text: comment.text,
          })}
          onClick={() => showComment(comment.id)}
        >
          {index + 1}
        </button>
      ))}
      {draft && <span className={styles.pin} style={at(pointOf(draft, page))} data-chosen="" />}
    </div>
  )
}
