import { ArrowRightIcon } from '@phosphor-icons/react/dist/csr/ArrowRight'
import { useQuery } from '@tanstack/react-query'
import type { ImpactExample } from '@vitrine/contract/api/base/impact'
import { useTranslation } from 'react-i18next'
import { dateText } from '#lib/text/format.ts'
import { useNow } from '#lib/use-now.ts'
import { PageOf } from '#pictures/pages/page-thumb.tsx'
import { sizeOfScreen } from '#pictures/screens/size-of-screen.ts'
import { deviceQuery } from '#queries/devices.ts'
import { ScreenTile } from '#ui/screen/screen-tile.tsx'
import styles from './impact.module.css'

/** Sooner than this is now. */
const NOW_MS = 60_000

/** What some screens show before and after a save. */
export function ImpactExamples({ examples }: { examples: readonly ImpactExample[] }) {
  const { t } = useTranslation()
  const now = useNow(NOW_MS)
  return (
    <ul className={styles.examples}>
      {examples.map(({ deviceId, name, screens, at, ...sides }) => (
        <li key={deviceId}>
          <Sides deviceId={deviceId} {...sides} />
          <p className={styles.screen}>
            {screens > 1 ? t('impact.screens', { name, count: screens - 1 }) : <bdi>{name}</bdi>}
            {at > now + NOW_MS && ` · ${t('impact.from', { time: dateText(at, 'moment') })}`}
          </p>
        </li>
      ))}
    </ul>
  )
}

/** In the shape of the screen. */
function Sides({ deviceId, before, after }: Pick<ImpactExample, 'deviceId' | 'before' | 'after'>) {
  const { t } = useTranslation()
  const screen = sizeOfScreen(useQuery(deviceQuery(deviceId)).data)
  return (
    <div className={styles.sides}>
      <Side label={t('impact.before')} page={before} screen={screen} />
      <ArrowRightIcon className={styles.arrow} aria-hidden />
      <Side label={t('impact.after')} page={after} screen={screen} />
    </div>
  )
}

interface SideProps {
  label: string
  page: ImpactExample['before']
  screen: { width: number; height: number }
}

function Side({ label, page, screen }: SideProps) {
  const { t } = useTranslation()
  return (
    <figure className={styles.side}>
      {page ? (
        <PageOf type={page.type === 'card' ? 'standard' : 'designed'} id={page.pageId} screen={screen} />
      ) : (
        <ScreenTile {...screen}>
          <span className={styles.blank}>{t('impact.blank')}</span>
        </ScreenTile>
      )}
      <figcaption>{label}</figcaption>
    </figure>
  )
}
