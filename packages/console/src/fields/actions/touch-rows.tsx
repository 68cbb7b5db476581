import { ActionIcon } from '@mantine/core'
import { ArrowRightIcon } from '@phosphor-icons/react/dist/csr/ArrowRight'
import { XIcon } from '@phosphor-icons/react/dist/csr/X'
import type { ActionEntry } from '@vitrine/contract/fields/actions'
import { useTranslation } from 'react-i18next'
import { SmallPicture } from '#ui/screen/small-picture.tsx'
import type { ActionsHost } from './actions-host.ts'
import styles from './touch.module.css'
import { touchPicture, useTouchSentence } from './touch-sentence.tsx'

interface TouchRowsProps {
  entries: readonly ActionEntry[]
  host: ActionsHost
  onEdit: (index: number) => void
  onRemove: (index: number) => void
}

/** Actions as sentences: when touched → show Rooms. */
export function TouchRows({ entries, host, onEdit, onRemove }: TouchRowsProps) {
  const { t } = useTranslation()
  const sentence = useTouchSentence(host)
  if (entries.length === 0) return null
  return (
    <ul className={styles.rows}>
      {entries.map((entry, index) => {
        const { text, missing } = sentence(entry)
        const picture = touchPicture(entry, host)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: actions have no ids
          <li key={index} className={styles.row}>
            <button
              type="button"
              className={styles.sentence}
              data-missing={missing || undefined}
              onClick={() => onEdit(index)}
            >
              <span className={styles.when}>
                {t(index === 0 ? 'actions.touch.when' : 'actions.touch.then')}
                <ArrowRightIcon size={12} aria-hidden="true" />
              </span>
              {picture && <SmallPicture>{picture}</SmallPicture>}
              <span className={styles.does} dir="auto">
                {missing ? `${text} · ${t('actions.missing')}` : text}
              </span>
            </button>
            <ActionIcon
              size={28}
              aria-label={t('actions.touch.remove', { text })}
              onClick={() => onRemove(index)}
            >
              <XIcon size={14} aria-hidden="true" />
            </ActionIcon>
          </li>
        )
      })}
    </ul>
  )
}
