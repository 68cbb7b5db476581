import type { Play } from '@vitrine/contract/api/screens/plays'
import { useTranslation } from 'react-i18next'
import { dateText } from '#lib/text/format.ts'
import { MediaOf } from '#pictures/media/media-of.tsx'
import { PageOf } from '#pictures/pages/page-thumb.tsx'
import { Pictured } from '#ui/screen/small-picture.tsx'
import styles from './plays.module.css'
import { duration } from './report-sums.ts'

/** Every play on one page of the list. */
export function PlaysList({ plays }: { plays: readonly Play[] }) {
  const { t } = useTranslation()
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={t('plays.title')}>
        <thead>
          <tr>
            <th scope="col">{t('plays.when')}</th>
            <th scope="col">{t('plays.name')}</th>
            <th scope="col">{t('plays.kind')}</th>
            <th scope="col">{t('plays.screen')}</th>
            <th scope="col">{t('plays.storyboard')}</th>
            <th scope="col" className={styles.number}>
              {t('plays.long')}
            </th>
          </tr>
        </thead>
        <tbody>
          {plays.map(({ id, from, name, kind, pageId, mediaId, deviceName, storyboardName, seconds }) => (
            <tr key={id}>
              <td>{dateText(from, 'momentOfSecond')}</td>
              <th scope="row">
                <Pictured picture={mediaId ? <MediaOf id={mediaId} /> : <PageOf id={pageId} />}>
                  {name || t('devices.unnamed')}
                </Pictured>
              </th>
              <td>{t(`plays.kinds.${kind}`)}</td>
              <td>{deviceName}</td>
              <td>{storyboardName}</td>
              <td className={styles.number}>
                <bdi dir="ltr">{duration(seconds)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
