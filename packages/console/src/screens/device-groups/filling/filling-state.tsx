import { useQuery } from '@tanstack/react-query'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { useTranslation } from 'react-i18next'
import { fillingQuery } from '#queries/device-groups.ts'
import styles from './filling.module.css'
import { FillingPreview } from './filling-preview.tsx'

/** On the page of a group with a rule: which screens it has, and which it can't have yet. */
export function FillingState({ group }: { group: DeviceGroup }) {
  const { t } = useTranslation()
  const { data: filling } = useQuery({ ...fillingQuery(group.id), enabled: group.rule !== null })
  if (!filling || !group.rule) return null
  return (
    <section className={styles.state} aria-label={t('groupRules.title')}>
      <p>{t(group.rule.within ? 'groupRules.fillsWithin' : 'groupRules.fills')}</p>
      <FillingPreview filling={filling} />
    </section>
  )
}
