import { useQuery } from '@tanstack/react-query'
import type { Condition } from '@vitrine/contract/schedule/conditions'
import { useTranslation } from 'react-i18next'
import { triggersQuery } from '#queries/triggers.ts'
import { useCan } from '#ui/work/use-can.ts'
import type { SubjectName } from './condition-text.ts'

/** The names of what a condition reads; loads nothing for one without triggers. */
export function useSubjectName(when: Condition | undefined): SubjectName {
  const { t } = useTranslation()
  const mayRead = useCan('write', 'devices')
  const hasTriggers = when?.tests.some(({ of }) => of === 'trigger') ?? false
  const { data: triggers = [] } = useQuery({ ...triggersQuery(undefined), enabled: hasTriggers && mayRead })
  return ({ of, from }) => {
    if (of === 'source') return from
    if (of === 'weather') return t('conditions.weatherIn', { city: cityName(from) })
    return triggers.find(({ id }) => id === from)?.name ?? t('conditions.someTrigger')
  }
}

/** `new-york` is New York. */
const cityName = (slug: string): string =>
  slug
    .split('-')
    .map((word) => word.charAt(0).toLocaleUpperCase() + word.slice(1))
    .join(' ')
