import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showAsScreen, useAsScreen } from '#pictures/pages/as-screen.ts'
import { devicesQuery } from '#queries/devices.ts'
import { screenFieldsQuery } from '#queries/screen-values.ts'
import { useCan } from '#ui/work/use-can.ts'

/** Options drawn; the search finds the others. */
const SHOWN = 50

interface AsScreenProps {
  /** Also without fields: the screen decides which pages play. */
  always?: boolean | undefined
  className?: string
}

/** Chooses the screen whose values, and pages, a design or a preview shows. */
export function AsScreenPicker({ always = false, className }: AsScreenProps) {
  const { t } = useTranslation()
  const mayRead = useCan('read', 'devices')
  const { data: fields } = useQuery({ ...screenFieldsQuery(), enabled: mayRead })
  const isUseful = mayRead && (always || (fields?.length ?? 0) > 0)
  const { data: devices } = useQuery({ ...devicesQuery(), enabled: isUseful })
  const id = useAsScreen()
  if (!isUseful || !devices?.length) return null
  return (
    <Select
      className={className}
      size="xs"
      w={180}
      aria-label={t('screenValues.as')}
      placeholder={t('screenValues.as')}
      data={devices.map((device) => ({ value: device.id, label: device.name }))}
      value={devices.some((device) => device.id === id) ? (id ?? null) : null}
      onChange={(next) => showAsScreen(next ?? undefined)}
      limit={SHOWN}
      searchable
      clearable
    />
  )
}
