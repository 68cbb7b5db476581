import { GitBranchIcon } from '@phosphor-icons/react/dist/csr/GitBranch'
import type { Condition } from '@vitrine/contract/schedule/conditions'
import { useTranslation } from 'react-i18next'
import { SettingButton } from '#ui/form/fields/setting-button.tsx'
import { lazyPart } from '#ui/late/lazy-part.tsx'
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
  const words = conditionWords(t, when, useSubjectName(when))
  return (
    <SettingButton
      icon={GitBranchIcon}
      title={t('conditions.title')}
      label={t('conditions.of', { name })}
      isSet={when !== undefined}
      isWrong={error !== undefined}
      words={when ? words : ''}
      hasNames
      dropdownClass={styles.dropdown}
    >
      {(close) => (
        <ConditionForm
          when={when}
          error={error}
          isLast={isLast}
          onChange={onChange}
          onRemove={() => {
            onChange(undefined)
            close()
          }}
        />
      )}
    </SettingButton>
  )
}
