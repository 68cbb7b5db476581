import { ActionIcon } from '@mantine/core'
import { XIcon } from '@phosphor-icons/react/dist/csr/X'
import { readOutline } from '@vitrine/contract/fields/outline'
import { OutlineView } from '@vitrine/widgets/outline-view'
import { useTranslation } from 'react-i18next'
import styles from '#fields/fields.module.css'
import iconStyles from './icons.module.css'

interface OutlineBoxProps {
  id: string
  value: string
  describedBy: string | undefined
  onChange: (outline: string) => void
}

const SIZE = { width: 24, height: 24 }

/** The free shape of an imported drawing, which can be removed. */
export function OutlineBox({ id, value, describedBy, onChange }: OutlineBoxProps) {
  const { t } = useTranslation()
  if (!readOutline(value))
    return (
      <span id={id} className={iconStyles.none} aria-describedby={describedBy}>
        {t('icons.noOutline')}
      </span>
    )
  return (
    <div className={styles.line}>
      <span className={iconStyles.drawn}>
        <OutlineView outline={value} fill="currentColor" border={{ width: 0, color: '' }} size={SIZE} />
      </span>
      <ActionIcon
        id={id}
        variant="default"
        aria-describedby={describedBy}
        aria-label={t('icons.removeOutline')}
        onClick={() => onChange('')}
      >
        <XIcon size={16} aria-hidden="true" />
      </ActionIcon>
    </div>
  )
}
