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
  const { role, customRole, isLimited, rows, areas, things } = access
  return (
    <div className={styles.view}>
      <p>
        <bdi>{customRole?.name ?? t(`users.roles.${role}`)}</bdi>
        {' · '}
        {t(isLimited ? 'scope.some' : 'scope.everywhere')}
      </p>
      <section>
        <h3>{t('access.rights')}</h3>
        <Levels areas={areas} />
      </section>
      {rows.length > 1 &&
        rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and don't change here
          <Row key={index} row={row} title={t('roles.row', { number: index + 1 })} />
        ))}
      {things.map((thing) => (
        <Things key={thing.kind} {...thing} />
      ))}
    </div>
  )
}

function Levels({ areas }: Pick<Access, 'areas'>) {
  const { t } = useTranslation()
  return (
    <ul className={styles.areas}>
      {areas.map(({ area, level }) => (
        <li key={area} data-level={level}>
          <span>{t(`access.areas.${area}`)}</span>
          <strong>{t(`access.levels.${level}`)}</strong>
        </li>
      ))}
    </ul>
  )
}

/** One row of a custom role: what it gives, and where. */
function Row({ row: { areas, where }, title }: { row: Access['rows'][number]; title: string }) {
  const { t } = useTranslation()
  return (
    <section>
      <h3>{title}</h3>
      {where === null ? (
        <p>{t('scope.everywhere')}</p>
      ) : (
        <Names label={t('scope.some')} some={{ total: where.length, first: where }} />
      )}
      <Levels areas={areas.filter(({ level }) => level !== 'none')} />
    </section>
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
