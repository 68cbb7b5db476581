import { Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import styles from './replacing.module.css'
import type { Replacing } from './use-replacing-deck.ts'

/** The conversion's progress and current page. */
export function Progressing({ state, name }: { state: Replacing & { kind: 'busy' }; name: string }) {
  const { t } = useTranslation()
  return (
    <>
      <Progress value={state.share * 100} aria-label={t('conversion.progress', { name })} />
      <p className={styles.text} role="status">
        {state.step}
      </p>
    </>
  )
}
