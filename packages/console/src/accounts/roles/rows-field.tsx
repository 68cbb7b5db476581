import { Button, CloseButton } from '@mantine/core'
import { PlusIcon } from '@phosphor-icons/react/dist/csr/Plus'
import { ROLE_ROWS_MAX, type RoleRow, type RoleUpdate } from '@vitrine/contract/api/accounts/roles'
import { useFieldArray } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ScopeField } from '#pickers/scope/scope-field.tsx'
import { LevelsField } from './levels-field.tsx'
import styles from './roles.module.css'

/** Creates content, as regular users do at first. */
export const FIRST: RoleRow = {
  levels: {
    ...{ buildings: 'none', devices: 'none', 'device-groups': 'none', media: 'write', cards: 'write' },
    ...{ layouts: 'write', storyboards: 'write', 'approve-storyboards': 'none', takeovers: 'none' },
    'local-content': 'none',
  },
  scope: null,
}
/** Other rows begin with a look at screens: what is often seen everywhere. */
const NEXT: RoleRow = {
  levels: {
    ...{ buildings: 'none', devices: 'read', 'device-groups': 'none', media: 'none', cards: 'none' },
    ...{ layouts: 'none', storyboards: 'none', 'approve-storyboards': 'none', takeovers: 'none' },
    'local-content': 'none',
  },
  scope: null,
}

/** What a role allows, and where. Most have one row, which has no heading. */
export function RowsField() {
  const { t } = useTranslation()
  const { fields, append, remove } = useFieldArray<RoleUpdate, 'rows'>({ name: 'rows' })
  const isOne = fields.length === 1
  return (
    <>
      {!isOne && <p className={styles.hint}>{t('roles.rowsHint')}</p>}
      {fields.map(({ id }, index) => (
        <section
          key={id}
          className={isOne ? styles.only : styles.row}
          aria-label={isOne ? undefined : title(index)}
        >
          {!isOne && (
            <header>
              <h3>{title(index)}</h3>
              <CloseButton
                aria-label={t('roles.removeRow', { number: index + 1 })}
                onClick={() => remove(index)}
              />
            </header>
          )}
          <LevelsField name={`rows.${index}.levels`} label={t('roles.levels')} />
          <ScopeField name={`rows.${index}.scope`} />
        </section>
      ))}
      {fields.length < ROLE_ROWS_MAX && (
        <Button
          variant="default"
          className={styles.add}
          leftSection={<PlusIcon size={16} aria-hidden="true" />}
          onClick={() => append(NEXT, { shouldFocus: false })}
        >
          {t('roles.addRow')}
        </Button>
      )}
    </>
  )

  function title(index: number) {
    return t('roles.row', { number: index + 1 })
  }
}
