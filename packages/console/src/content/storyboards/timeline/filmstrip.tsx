import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import { spanOf } from '@vitrine/contract/schedule/show-dates'
import { useTranslation } from 'react-i18next'
import { readingNow, spanText } from '#lib/text/show-dates-text.ts'
import { PageThumb, StoryOf } from '#pictures/pages/page-thumb.tsx'
import { documentOf, pageIdOf, usePagesById } from '#queries/pages.ts'
import { ScreenTile } from '#ui/screen/screen-tile.tsx'
import styles from './filmstrip.module.css'

interface FilmstripProps {
  storyboard: Pick<Storyboard, 'type' | 'items' | 'width' | 'height'>
  /** The maximum number of pages to render. */
  shown?: number
}

/** The first pages of a storyboard as thumbnails. */
export function Filmstrip({ storyboard, shown = 4 }: FilmstripProps) {
  const { t } = useTranslation()
  const { type, items, width, height } = storyboard
  const first = items.slice(0, shown)
  const { pages } = usePagesById(type, first.map(pageIdOf))
  const more = items.length - shown
  return (
    <div className={styles.strip} data-tall={height > width} dir="ltr">
      {first.map((item, index) => {
        const page = pages[pageIdOf(item)]
        const key = `${index} ${pageIdOf(item)}`
        const dates = spanText(t, spanOf(item), readingNow())
        return (
          <div key={key} className={styles.frame}>
            {item.storyboardId ? (
              <StoryOf id={item.storyboardId} type={type} />
            ) : page ? (
              <PageThumb document={documentOf(page)} label={page.name} />
            ) : page === null ? (
              <PageThumb document={{ width, height, widgets: [] }} label={t('storyboards.gone')} />
            ) : (
              <ScreenTile width={width} height={height}>
                <span className={styles.coming} />
              </ScreenTile>
            )}
            {dates && <span className={styles.dates}>{dates}</span>}
          </div>
        )
      })}
      {more > 0 && shown > 1 && <span className={styles.more}>{t('storyboards.more', { count: more })}</span>}
    </div>
  )
}
