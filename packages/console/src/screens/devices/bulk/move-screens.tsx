import { Button, Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Device, DevicesChange } from '@vitrine/contract/api/screens/devices'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { ImpactLine } from '#pickers/impact/impact-line.tsx'
import { groupPicture } from '#pictures/screens/group-picture.tsx'
import { buildingsQuery } from '#queries/buildings.ts'
import { configurationsQuery } from '#queries/device-configurations.ts'
import { deviceGroupsQuery } from '#queries/device-groups.ts'
import { pictured } from '#ui/screen/pictured.tsx'

export type ScreensTarget = Omit<DevicesChange, 'ids'>

/** The select's value for null. */
const NONE = 'none'

interface MoveScreensProps {
  screens: readonly Device[]
  onMove: (target: ScreensTarget) => void
}

/** Chooses a group, a location, and a configuration to apply to several screens. */
export function MoveScreens({ screens, onMove }: MoveScreensProps) {
  const { t } = useTranslation()
  const groups = useQuery(deviceGroupsQuery())
  const buildings = useQuery(buildingsQuery())
  const configurations = useQuery(configurationsQuery())
  const [target, setTarget] = useState<ScreensTarget>({})
  const organizations = new Set(screens.map(({ organizationId }) => organizationId))
  const own = <T extends { organizationId: string }>(items: readonly T[] = []) =>
    items.filter(({ organizationId }) => organizations.has(organizationId))
  const named = own(groups.data).map(({ id, name }) => ({ value: id, label: name }))
  const floors = own(buildings.data).flatMap((building) =>
    building.floors.map((floor) => ({ value: floor.id, label: `${building.name} · ${floor.name}` })),
  )
  const configured = own(configurations.data).map(({ id, name }) => ({ value: id, label: name }))
  const select = (
    key: Exclude<keyof ScreensTarget, 'isPinned'>,
    label: string,
    choices: typeof named,
    none: string,
  ) => (
    <Select
      label={label}
      {...(key === 'deviceGroupId' && pictured(groupPicture, target[key]))}
      placeholder={t('devices.unchanged')}
      data={[{ value: NONE, label: none }, ...choices]}
      value={target[key] === null ? NONE : (target[key] ?? null)}
      onChange={(next) =>
        setTarget(({ [key]: _, ...others }) =>
          next === null ? others : { ...others, [key]: next === NONE ? null : next },
        )
      }
      clearable
      searchable={choices.length > 8}
    />
  )
  const isChosen = Object.keys(target).length > 0
  const impact = async () => {
    const ids = screens.map(({ id }) => id)
    return (await api.devices.updateMany({ query: { dryRun: 'true' }, body: { ids, ...target } })).impact
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onMove(target)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap={16}>
        <p>{t('devices.moveHint')}</p>
        {select('deviceGroupId', t('devices.group'), named, t('devices.groupless'))}
        {select('floorId', t('devices.place'), floors, t('devices.placeless'))}
        {select('configurationId', t('devices.configuration'), configured, t('devices.unconfigured'))}
        <RulesChoice isPinned={target.isPinned} onChange={(isPinned) => setTarget(withPin(isPinned))} />
        <ImpactLine of={target} ask={isChosen ? impact : undefined} />
        <Button type="submit" disabled={!isChosen}>
          {t('devices.move')}
        </Button>
      </Stack>
    </form>
  )
}

const withPin =
  (isPinned: boolean | undefined) =>
  ({ isPinned: _, ...others }: ScreensTarget): ScreensTarget =>
    isPinned === undefined ? others : { ...others, isPinned }

interface RulesChoiceProps {
  isPinned: boolean | undefined
  onChange: (isPinned: boolean | undefined) => void
}

/** Whether rules of groups may move the screens. */
function RulesChoice({ isPinned, onChange }: RulesChoiceProps) {
  const { t } = useTranslation()
  return (
    <Select
      label={t('groupRules.title')}
      placeholder={t('devices.unchanged')}
      data={[
        { value: 'false', label: t('groupRules.release') },
        { value: 'true', label: t('groupRules.keep') },
      ]}
      value={isPinned === undefined ? null : String(isPinned)}
      onChange={(next) => onChange(next === null ? undefined : next === 'true')}
      clearable
    />
  )
}
