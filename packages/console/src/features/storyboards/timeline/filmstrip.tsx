import type { Storyboard } from '@vitrine/contract/api/storyboards'
import { useTranslation } from 'react-i18next'
import { PageThumb } from '#features/pages/thumbs/page-thumb.tsx'
import { documentOf, type PagesById } from '#features/storyboards/use-pages.ts'
import { ScreenTile } from '#ui/screen/screen-tile.tsx'
import styles from './filmstrip.module.css'
import { pageIdOf } from './timeline.ts'

interface FilmstripProps {
  storyboard: Storyboard
  pages: PagesById | undefined
  /** How many pages are drawn. */
  shown?: number
}

/** The first pages of a storyboard as little screens. */
export function Filmstrip({ storyboard, pages, shown = 4 }: FilmstripProps) {
  const { t } = useTranslation()
  const { items, width, height } = storyboard
  const more = items.length - shown
  return (
    <div className={styles.strip} data-tall={height > width} dir="ltr">
      {items.slice(0, shown).map((item, index) => {
        const page = pages?.get(pageIdOf(item))
        const key = `${index} ${pageIdOf(item)}`
        return (
          <div key={key} className={styles.frame}>
            {page ? (
              <PageThumb document={documentOf(page)} label={page.name} />
            ) : pages ? (
              <PageThumb document={{ width, height, widgets: [] }} label={t('storyboards.gone')} />
            ) : (
              <ScreenTile width={width} height={height}>
                <span className={styles.coming} />
              </ScreenTile>
            )}
          </div>
        )
      })}
      {more > 0 && shown > 1 && <span className={styles.more}>{t('storyboards.more', { count: more })}</span>}
    </div>
  )
}
