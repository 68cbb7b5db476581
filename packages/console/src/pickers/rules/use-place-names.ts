import { useQuery } from '@tanstack/react-query'
import { placesIn, type ScreenRule } from '@vitrine/contract/schedule/screen-rule'
import { useTranslation } from 'react-i18next'
import { buildingsQuery } from '#queries/buildings.ts'
import { useCan } from '#ui/work/use-can.ts'
import type { PlaceName } from './rule-text.ts'

/** Buildings and their floors, to choose from. */
export function usePlaces(enabled = true) {
  const mayRead = useCan('read', 'buildings')
  const { data: buildings = [] } = useQuery({ ...buildingsQuery(), enabled: enabled && mayRead })
  return buildings.flatMap(({ id, name, floors }) => [
    { value: id, label: name },
    ...floors.map((floor) => ({ value: floor.id, label: `${name} · ${floor.name}` })),
  ])
}

/** Names of the places of a rule; loads nothing for a rule without places. */
export function usePlaceName(rule: ScreenRule | undefined): PlaceName {
  const { t } = useTranslation()
  const places = usePlaces(placesIn(rule).length > 0)
  return (id) => places.find(({ value }) => value === id)?.label ?? t('screenRules.somePlace')
}
