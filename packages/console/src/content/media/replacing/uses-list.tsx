import { Link } from '@tanstack/react-router'
import type { UsedBy } from '@vitrine/contract/errors'
import { useTranslation } from 'react-i18next'
import { UseThumb } from '#pictures/pages/page-thumb.tsx'
import { whereUsed } from '#ui/dialog/where-used.ts'
import styles from './replacing.module.css'

/** Links to everything that uses a file, with pictures. */
export function UsesList({ usedIn }: { usedIn: readonly UsedBy[] }) {
  const { t } = useTranslation()
  return (
    <ul className={styles.users} aria-label={t('delete.usedIn')}>
      {usedIn.map((use) => {
        const { name, ...place } = whereUsed(use)
        return (
          <li key={use.id}>
            <span className={styles.thumb}>
              <UseThumb use={use} />
            </span>
            <Link to={place.to as never} params={place.params as never} className={styles.use}>
              {name}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
