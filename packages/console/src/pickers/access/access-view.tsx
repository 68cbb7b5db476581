import { useQuery } from '@tanstack/react-query'
import type { Access, PlacedKind } from '@vitrine/contract/api/accounts/access'
import { useTranslation } from 'react-i18next'
import { accessQuery, type Holder } from '#queries/access.ts'
import { RecordView } from '#ui/page/record-view.tsx'
import styles from './access.module.css'
import { Names } from './names.tsx'

/** What someone may see and change, as the server decides each of their calls. */
export function AccessView({ of, id }: Pick<Holder, 'of' | 'id'>) {
  const query = useQuery(accessQuery({ of, id }))
  return <RecordView query={query}>{(access) => <Rights access={access} />}</RecordView>
}

function Rights({ access }: { access: Access }) {
  const { t } = useTranslation()
  const { role, customRole, isLimited, areas, things } = access
  return (
    <div className={styles.view}>
      <p>
        <bdi>{customRole?.name ?? t(`users.roles.${role}`)}</bdi>
        {' · '}
        {t(isLimited ? 'scope.some' : 'scope.everywhere')}
      </p>
      <section>
        <h3>{t('access.rights')}</h3>
        <ul className={styles.areas}>
          {areas.map(({ area, level }) => (
            <li key={area} data-level={level}>
              <span>{t(`access.areas.${area}`)}</span>
              <strong>{t(`access.levels.${level}`)}</strong>
            </li>
          ))}
        </ul>
      </section>
      {things.map((thing) => (
        <Things key={thing.kind} {...thing} />
      ))}
    </div>
  )
}

const TITLES = {
  devices: 'devices.title',
  'device-groups': 'deviceGroups.title',
  buildings: 'buildings.title',
  floors: 'access.floors',
} as const satisfies Record<PlacedKind, string>

function Things({ kind, seen, changed }: Access['things'][number]) {
  const { t } = useTranslation()
  return (
    <section>
      <h3>{t(TITLES[kind])}</h3>
      <Names label={t('access.sees', { count: seen.total })} some={seen} />
      {changed.total > 0 && <Names label={t('access.changes', { count: changed.total })} some={changed} />}
      {seen.total > 0 && changed.total === 0 && <p>{t('access.changesNone')}</p>}
    </section>
  )
}
