import { useQuery } from '@tanstack/react-query'
import type { Holder, ScreenAccess } from '@vitrine/contract/api/accounts/access'
import { useTranslation } from 'react-i18next'
import { listText } from '#lib/text/format.ts'
import { screenAccessQuery } from '#queries/access.ts'
import { RecordView } from '#ui/page/record-view.tsx'
import styles from './access.module.css'

/** Who may change a screen, and why, as the server decides each of their calls. */
export function ScreenAccessView({ id }: { id: string }) {
  const { t } = useTranslation()
  const query = useQuery(screenAccessQuery(id))
  return (
    <RecordView query={query}>
      {({ people, keys }) => (
        <div className={styles.view}>
          <p>{t('access.screenText')}</p>
          <Holders title={t('access.people')} none={t('access.noPeople')} holders={people} />
          <Holders title={t('apiKeys.title')} none={t('access.noKeys')} holders={keys} />
        </div>
      )}
    </RecordView>
  )
}

interface HoldersProps {
  title: string
  none: string
  holders: ScreenAccess['people']
}

function Holders({ title, none, holders: { total, first } }: HoldersProps) {
  const { t } = useTranslation()
  return (
    <section>
      <h3>{title}</h3>
      {total === 0 && <p>{none}</p>}
      <ul className={styles.areas} aria-label={title}>
        {first.map((holder) => (
          <li key={holder.id}>
            <bdi>{holder.name}</bdi>
            <Why {...holder} />
          </li>
        ))}
        {total > first.length && <li>{t('access.more', { count: total - first.length })}</li>}
      </ul>
    </section>
  )
}

function Why({ role, customRole, rows, isLimited }: Omit<Holder, 'id' | 'name'>) {
  const { t } = useTranslation()
  const name = customRole?.name ?? t(`users.roles.${role}`)
  return (
    <span className={styles.why}>
      <bdi>
        {rows.length > 0 ? t('access.byRows', { role: name, rows: listText(rows.map(String)) }) : name}
      </bdi>
      {' · '}
      {t(isLimited ? 'scope.some' : 'scope.everywhere')}
    </span>
  )
}
