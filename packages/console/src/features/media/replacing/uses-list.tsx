import { Link } from '@tanstack/react-router'
import type { UsedBy } from '@vitrine/contract/errors'
import { useTranslation } from 'react-i18next'
import { whereUsed } from '#ui/dialog/where-used.ts'
import styles from './replacing.module.css'

/** What uses something, each as a link to it. */
export function UsesList({ usedIn }: { usedIn: readonly UsedBy[] }) {
  const { t } = useTranslation()
  return (
    <ul className={styles.users} aria-label={t('delete.usedIn')}>
      {usedIn.map((use) => {
        const { name, ...place } = whereUsed(use)
        return (
          <li key={use.id}>
            <Link to={place.to as never} params={place.params as never}>
              {name}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
