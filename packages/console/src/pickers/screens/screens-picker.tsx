import { Input, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { devicesQuery } from '#queries/devices.ts'
import type { FieldProps } from '#ui/form/fields/use-text-field.ts'
import { useValueField } from '#ui/form/fields/use-value-field.ts'
import styles from './choosing.module.css'
import { ChosenScreens } from './chosen-screens.tsx'
import { TargetChoices } from './target-choices.tsx'

interface ScreensFieldProps extends FieldProps {
  organizationId: string | undefined
  /** The group whose screens are preselected. */
  groupId?: string | undefined
}

/** A field to choose screens, with the selection beside the list. Its value is their ids. */
export function ScreensField({ organizationId, groupId, ...field }: ScreensFieldProps) {
  const { t } = useTranslation()
  const { shared, value, onChange } = useValueField(field)
  const [pane, setPane] = useState('available')
  const { data = [] } = useQuery(devicesQuery())
  const devices = data.filter((each) => each.organizationId === organizationId)
  const ids = Array.isArray(value) ? (value as string[]) : []
  const chosen = new Set(ids)
  const change = (changed: readonly string[], isChosen: boolean) => {
    const without = new Set(changed)
    onChange(isChosen ? [...new Set([...ids, ...changed])] : ids.filter((id) => !without.has(id)))
  }
  const placeOf = ({ deviceGroup }: Device) =>
    deviceGroup && deviceGroup.id !== groupId
      ? t('screensPicker.nowIn', { group: deviceGroup.name })
      : undefined
  return (
    <Input.Wrapper
      label={shared.label}
      description={shared.description}
      error={shared.error}
      labelElement="div"
      id={shared.id}
    >
      <fieldset className={styles.picker} data-pane={pane} aria-label={shared.label}>
        <SegmentedControl
          className={styles.panes}
          fullWidth
          aria-label={shared.label}
          value={pane}
          onChange={setPane}
          data={[
            { value: 'available', label: t('screensPicker.available') },
            { value: 'chosen', label: t('screensPicker.chosen', { count: ids.length }) },
          ]}
        />
        <section className={styles.pane} data-of="available" aria-label={t('screensPicker.available')}>
          <h3>{t('screensPicker.available')}</h3>
          <TargetChoices
            label={t('screensPicker.available')}
            devices={devices}
            chosen={chosen}
            onChange={change}
            placeOf={placeOf}
          />
        </section>
        <ChosenScreens
          devices={devices.filter(({ id }) => chosen.has(id))}
          onRemove={(removed) => change(removed, false)}
        />
      </fieldset>
    </Input.Wrapper>
  )
}
