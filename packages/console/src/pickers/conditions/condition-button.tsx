import { ActionIcon, Popover } from '@mantine/core'
import { GitBranchIcon } from '@phosphor-icons/react/dist/csr/GitBranch'
import type { Condition } from '@vitrine/contract/schedule/conditions'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { conditionWords } from './condition-text.ts'
import styles from './conditions.module.css'
import { useSubjectName } from './use-subject-name.ts'

const ConditionForm = lazyPart(async () => (await import('./condition-form.tsx')).ConditionForm)

interface ConditionButtonProps {
  /** The name of the page. */
  name: string
  when: Condition | undefined
  error?: string | undefined
  /** Whether every other page has a condition, too. */
  isLast: boolean
  onChange: (when: Condition | undefined) => void
}

/** Shows while which values a page plays, and opens a form for them. */
export function ConditionButton({ name, when, error, isLast, onChange }: ConditionButtonProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const words = conditionWords(t, when, useSubjectName(when))
  return (
    <span className={styles.condition}>
      <Popover
        opened={opened}
        onChange={setOpened}
        returnFocus
        withinPortal
        position="bottom-start"
        shadow="md"
      >
        <Popover.Target>
          <ActionIcon
            size={28}
            aria-label={t('conditions.of', { name })}
            title={t('conditions.title')}
            aria-haspopup="dialog"
            aria-invalid={error !== undefined}
            color={error === undefined ? (when ? undefined : 'gray') : 'red'}
            onClick={() => setOpened(!opened)}
          >
            <GitBranchIcon size={16} aria-hidden="true" weight={when ? 'fill' : 'regular'} />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown className={styles.dropdown} aria-label={t('conditions.of', { name })}>
          <Waiting>
            <ConditionForm
              when={when}
              error={error}
              isLast={isLast}
              onChange={onChange}
              onRemove={() => {
                onChange(undefined)
                setOpened(false)
              }}
            />
          </Waiting>
        </Popover.Dropdown>
      </Popover>
      {when && (
        <span className={styles.words} title={words} dir="auto">
          {words}
        </span>
      )}
    </span>
  )
}
