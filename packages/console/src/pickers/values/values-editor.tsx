import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { SCREEN_VALUE_MAX, type ValueOwner } from '@vitrine/contract/api/screens/screen-values'
import { useTranslation } from 'react-i18next'
import { listText } from '#lib/text/format.ts'
import { screenFieldsQuery, valuesOfQuery } from '#queries/screen-values.ts'
import { UnsavedGuard } from '#ui/dialog/unsaved-guard.tsx'
import { ChangesBar } from './changes-bar.tsx'
import { useValueChanges } from './use-value-changes.ts'
import styles from './values.module.css'

interface ValuesEditorProps {
  of: ValueOwner
  id: string
  title: string
  /** Whether the current user may change screens there. */
  mayChange: boolean
}

/** The values of a building, a floor, or a screen; inherited ones are shown where it has none. */
export function ValuesEditor({ of, id, title, mayChange }: ValuesEditorProps) {
  const { t } = useTranslation()
  const { data: fields } = useQuery(screenFieldsQuery())
  const { data } = useQuery({ ...valuesOfQuery(of, id), enabled: (fields?.length ?? 0) > 0 })
  const changes = useValueChanges()
  if (!fields?.length || !data) return null
  return (
    <section className={styles.values} aria-label={title}>
      <h3>{title}</h3>
      <div className={styles.fields}>
        {fields.map(({ id: fieldId, name, kind, source }) => {
          const held = data.values.find((value) => value.fieldId === fieldId)
          const stored = held?.from === of ? held.value : ''
          const place = { of, id, fieldId }
          return (
            <TextInput
              key={fieldId}
              label={<bdi>{name}</bdi>}
              description={kind === 'row' ? t('screenValues.rowOf', { source }) : undefined}
              placeholder={held && held.from !== of ? held.value : undefined}
              value={changes.valueOf(place) ?? stored}
              error={changes.errorOf(place)}
              maxLength={SCREEN_VALUE_MAX}
              disabled={!mayChange}
              dir="auto"
              onChange={({ currentTarget: { value } }) => changes.set([{ ...place, value, stored }])}
            />
          )
        })}
      </div>
      {data.missing.length > 0 && (
        <p className={styles.missing}>{t('screenValues.missingHere', { names: listText(data.missing) })}</p>
      )}
      <ChangesBar changes={changes} />
      <UnsavedGuard when={() => changes.count > 0} />
    </section>
  )
}
