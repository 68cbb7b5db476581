import { Button } from '@mantine/core'
import { hasRowRules } from '@vitrine/contract/fields/row-rules'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ControlProps } from '#fields/control.ts'
import styles from '#fields/fields.module.css'
import { RulesDialog } from './rules-dialog.tsx'

/** How many rules there are; a dialog has them, with the rows that they show. */
export function RulesControl(props: ControlProps<'row-rules'>) {
  const { id, label, field, value, onChange, describedBy, host, values, errors } = props
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const { rules = [], sort = [], limit } = value
  const parts = [
    ...(rules.length > 0 ? [t('rowRules.count', { count: rules.length })] : []),
    ...(sort.length > 0 ? [t('rowRules.sorted')] : []),
    ...(limit === undefined ? [] : [t('rowRules.limited', { count: limit })]),
  ]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button and its summary under one name
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={describedBy} className={styles.items}>
      {hasRowRules(value) && <p className={styles.itemNote}>{parts.join(' · ')}</p>}
      {Object.keys(errors).some((path) => path !== '') && (
        <p className={styles.error} role="alert">
          {t('rowRules.incomplete')}
        </p>
      )}
      <div className={styles.line}>
        <Button id={id} variant="default" size="compact-sm" onClick={() => setOpened(true)}>
          {t(hasRowRules(value) ? 'rowRules.edit' : 'rowRules.add')}
        </Button>
      </div>
      <RulesDialog
        opened={opened}
        title={label}
        value={value}
        source={String(values[field.source] ?? '')}
        typed={field.typed === undefined ? undefined : values[field.typed]}
        host={host}
        onChange={onChange}
        onClose={() => setOpened(false)}
      />
    </div>
  )
}
