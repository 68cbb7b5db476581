import { Badge, Button } from '@mantine/core'
import { ACTIONS_MAX } from '@vitrine/contract/fields/kinds/actions'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ControlProps } from '#fields/control.ts'
import styles from '#fields/fields.module.css'
import { lateDialog } from '#ui/late/late-dialog.tsx'
import { useActionSentence } from './action-sentence.tsx'

const ActionsDialog = lateDialog(async () => (await import('./actions-dialog.tsx')).ActionsDialog)

/** Opens the list of actions and summarizes them. */
export function ActionsControl({
  id,
  label,
  field,
  value,
  onChange,
  describedBy,
  host,
}: ControlProps<'actions'>) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const sentence = useActionSentence(host.actions)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a list and a button under one name
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={describedBy} className={styles.items}>
      {value.map((entry, index) => {
        const { text, missing } = sentence(entry)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: actions have no ids
          <span key={index} className={missing ? styles.bad : styles.itemNote}>
            {text}
          </span>
        )
      })}
      <Button
        id={id}
        variant="default"
        size="compact-sm"
        onClick={() => setOpened(true)}
        rightSection={
          value.length > 0 && (
            <Badge size="sm" variant="light" circle>
              {value.length}
            </Badge>
          )
        }
      >
        {t(value.length === 0 ? 'actions.add' : 'actions.addMore')}
      </Button>
      <ActionsDialog
        opened={opened}
        title={label}
        entries={value}
        max={field.max ?? ACTIONS_MAX}
        host={host.actions}
        onClose={() => setOpened(false)}
        onSave={(entries) => {
          onChange(entries)
          setOpened(false)
        }}
      />
    </div>
  )
}
