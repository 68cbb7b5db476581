import { ActionIcon, Button } from '@mantine/core'
import { XIcon } from '@phosphor-icons/react/dist/csr/X'
import { readIcon } from '@vitrine/contract/fields/icon'
import { IconView } from '@vitrine/widgets/icon-view'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '#fields/fields.module.css'
import { lateDialog } from '#ui/late/late-dialog.tsx'
import iconStyles from './icons.module.css'

const IconDialog = lateDialog(async () => (await import('./icon-dialog.tsx')).IconDialog)

interface IconBoxProps {
  id: string
  label: string
  value: string
  describedBy: string | undefined
  onChange: (icon: string) => void
}

/** The chosen icon, and a dialog to choose another. */
export function IconBox({ id, label, value, describedBy, onChange }: IconBoxProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const icon = readIcon(value)
  return (
    <div className={styles.line}>
      <Button
        id={id}
        className={styles.grow}
        variant="default"
        size="xs"
        aria-describedby={describedBy}
        aria-label={icon ? `${label}: ${icon.name}` : undefined}
        leftSection={
          icon && (
            <span className={iconStyles.chosen}>
              <IconView icon={value} color="currentColor" left={0} top={0} size={18} />
            </span>
          )
        }
        onClick={() => setOpened(true)}
      >
        {icon?.name ?? t('icons.choose')}
      </Button>
      {icon && (
        <ActionIcon variant="default" aria-label={t('icons.remove')} onClick={() => onChange('')}>
          <XIcon size={16} aria-hidden="true" />
        </ActionIcon>
      )}
      <IconDialog
        opened={opened}
        onClose={() => setOpened(false)}
        onPick={(next) => {
          onChange(next)
          setOpened(false)
        }}
      />
    </div>
  )
}
