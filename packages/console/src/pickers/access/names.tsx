import { useTranslation } from 'react-i18next'
import styles from './access.module.css'

interface NamesProps {
  label: string
  some: { total: number; first: readonly { id: string; name: string }[] }
}

/** A count, which shows the first names. */
export function Names({ label, some: { total, first } }: NamesProps) {
  const { t } = useTranslation()
  if (total === 0) return <p>{label}</p>
  return (
    <details className={styles.names}>
      <summary>{label}</summary>
      <ul>
        {first.map(({ id, name }) => (
          <li key={id}>
            <bdi>{name}</bdi>
          </li>
        ))}
        {total > first.length && <li>{t('access.more', { count: total - first.length })}</li>}
      </ul>
    </details>
  )
}
