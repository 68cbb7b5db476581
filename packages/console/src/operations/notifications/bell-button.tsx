import { ActionIcon } from '@mantine/core'
import { BellIcon } from '@phosphor-icons/react/dist/csr/Bell'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './bell.module.css'

const MOST = 99

/** The bell button with the unread count; accepts a popover target's props. */
export function BellButton({ unread, ...more }: ComponentProps<'button'> & { unread: number }) {
  const { t } = useTranslation()
  return (
    <ActionIcon
      {...more}
      aria-label={t('notifications.bell', { count: unread })}
      title={t('notifications.title')}
      className={styles.bell}
    >
      <BellIcon size={18} aria-hidden="true" />
      {unread > 0 && (
        <span className={styles.count} aria-hidden="true">
          {Math.min(unread, MOST)}
        </span>
      )}
    </ActionIcon>
  )
}
