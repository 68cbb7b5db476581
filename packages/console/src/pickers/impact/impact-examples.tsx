import { ArrowRightIcon } from '@phosphor-icons/react/dist/csr/ArrowRight'
import type { ImpactExample } from '@vitrine/contract/api/base/impact'
import { useTranslation } from 'react-i18next'
import { dateText } from '#lib/text/format.ts'
import { useNow } from '#lib/use-now.ts'
import { PageOf } from '#pictures/pages/page-thumb.tsx'
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
      {examples.map(({ deviceId, name, screens, at, before, after }) => (
        <li key={deviceId}>
          <div className={styles.sides}>
            <Side label={t('impact.before')} page={before} />
            <ArrowRightIcon className={styles.arrow} aria-hidden />
            <Side label={t('impact.after')} page={after} />
          </div>
          <p className={styles.screen}>
            {screens > 1 ? t('impact.screens', { name, count: screens - 1 }) : <bdi>{name}</bdi>}
            {at > now + NOW_MS && ` · ${t('impact.from', { time: dateText(at, 'moment') })}`}
          </p>
        </li>
      ))}
    </ul>
  )
}

function Side({ label, page }: { label: string; page: ImpactExample['before'] }) {
  const { t } = useTranslation()
  return (
    <figure className={styles.side}>
      {page ? (
        <PageOf
          type={page.type === 'card' ? 'standard' : 'designed'}
          id={page.pageId}
          width={page.width}
          height={page.height}
        />
      ) : (
        <ScreenTile width={1920} height={1080}>
          <span className={styles.blank}>{t('impact.blank')}</span>
        </ScreenTile>
      )}
      <figcaption>{label}</figcaption>
    </figure>
  )
}
