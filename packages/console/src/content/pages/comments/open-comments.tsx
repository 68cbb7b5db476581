import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { commentsQuery } from '#queries/comments.ts'
import { useCan } from '#ui/work/use-can.ts'
import styles from './comments.module.css'

/** The open comments on a page, for its reviewer. */
export function OpenComments({ pageId }: { pageId: string }) {
  const { t } = useTranslation()
  const { data = [] } = useQuery({ ...commentsQuery(pageId), enabled: useCan('read', 'comments') })
  const open = data.filter(({ resolved }) => resolved === null)
  if (open.length === 0) return null
  return (
    <details className={styles.waiting}>
      <summary>{t('comments.button', { count: open.length })}</summary>
      <ul>
        {open.map(({ id, author, text }) => (
          <li key={id}>
            <strong>
              <bdi>{author || t('comments.operator')}</bdi>
            </strong>{' '}
            <span dir="auto">{text}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
