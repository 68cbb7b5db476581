import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { TRUTHS } from '@vitrine/contract/player/truth'
import { useTranslation } from 'react-i18next'
import { fleetQuery } from '#queries/devices.ts'
import { CutName } from '#ui/cut-name.tsx'
import { Block } from './block.tsx'
import styles from './dashboard-page.module.css'
import own from './places-block.module.css'

const SHOWN = 8

/** Buildings with the truth of their screens, the worst first. */
export function PlacesBlock() {
  const { t } = useTranslation()
  const query = useQuery(fleetQuery())
  const places = query.data?.places.slice(0, SHOWN) ?? []
  return (
    <Block
      title={t('dashboard.places')}
      area="places"
      load={query}
      has={places.length > 0}
      empty={t('dashboard.noPlaces')}
      link={{ to: '/app/floors', label: t('dashboard.allPlaces') }}
      height={160}
    >
      <ul className={styles.list}>
        {places.map(({ buildingId, name, ...counts }) => (
          <li key={buildingId} className={own.place}>
            <Link to="/app/buildings/edit/$id" params={{ id: buildingId }} className={styles.recentName}>
              <CutName text={name} />
            </Link>
            <span className={own.health} aria-hidden="true">
              {TRUTHS.map((value) => (
                <span key={value} data-truth={value} style={{ flexGrow: counts[value] }} />
              ))}
            </span>
            <span className={styles.quiet}>
              {TRUTHS.filter((value) => counts[value] > 0)
                .map((value) => t(`dashboard.place.${value}`, { count: counts[value] }))
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </Block>
  )
}
