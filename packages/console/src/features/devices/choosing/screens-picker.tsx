import { Input, SegmentedControl } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldProps } from '#ui/form/fields/use-text-field.ts'
import { useValueField } from '#ui/form/fields/use-value-field.ts'
import { AvailableScreens } from './available-screens.tsx'
import { ChosenScreens } from './chosen-screens.tsx'
import { allChoicesQuery } from './queries.ts'
import styles from './screens-picker.module.css'

interface ScreensFieldProps extends FieldProps {
  organizationId: string | undefined
  /** The group whose screens are chosen already. */
  groupId?: string | undefined
}

/** Screens to choose from beside those that are chosen. The value is their ids. */
export function ScreensField({ organizationId, groupId, ...field }: ScreensFieldProps) {
  const { t } = useTranslation()
  const { shared, value, onChange } = useValueField(field)
  const [pane, setPane] = useState('available')
  const ids = Array.isArray(value) ? (value as string[]) : []
  const known = useKnown({ organizationId, groupId })
  const chosen = new Set(ids)
  const add = (screens: readonly Device[]) => {
    for (const screen of screens) known.set(screen.id, screen)
    onChange([...new Set([...ids, ...screens.map(({ id }) => id)])])
  }
  const remove = (removed: readonly string[]) => {
    const gone = new Set(removed)
    onChange(ids.filter((id) => !gone.has(id)))
  }
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
        <AvailableScreens
          organizationId={organizationId}
          groupId={groupId}
          chosen={chosen}
          onAdd={add}
          onRemove={remove}
        />
        <ChosenScreens ids={ids} known={known} onRemove={remove} />
      </fieldset>
    </Input.Wrapper>
  )
}

/** The screens whose names are known here: the group's, and those that were chosen since. */
function useKnown({ organizationId, groupId }: Pick<ScreensFieldProps, 'organizationId' | 'groupId'>) {
  const members = useQuery({
    ...allChoicesQuery({ organizationId, deviceGroupId: groupId }),
    enabled: groupId !== undefined,
  })
  const known = useRef(new Map<string, Device>()).current
  for (const screen of members.data ?? []) known.set(screen.id, screen)
  return known
}
