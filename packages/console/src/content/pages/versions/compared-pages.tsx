import type { ReadDocument } from '@vitrine/contract/document/layout-document'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { PageThumb } from '#pictures/pages/page-thumb.tsx'
import { widgetBox } from '#pictures/pages/widget-box.ts'
import styles from './compared-pages.module.css'
import { changesBetween, type PageChanges } from './version-changes.ts'

interface ComparedPagesProps {
  older: ReadDocument
  newer: ReadDocument
}

/** Two versions of a page side by side, with what changed outlined and named. */
export function ComparedPages({ older, newer }: ComparedPagesProps) {
  const { t } = useTranslation()
  const changes = useMemo(() => changesBetween(older, newer), [older, newer])
  const isSame = changes.widgets.length === 0 && !changes.page
  return (
    <div className={styles.compared}>
      <div className={styles.pages} data-tall={newer.height > newer.width || undefined}>
        <Outlined
          title={t('versions.thisOne')}
          label={t('versions.picture')}
          document={older}
          changes={changes}
        />
        <Outlined
          title={t('versions.newest')}
          label={t('versions.newestPicture')}
          document={newer}
          changes={changes}
        />
      </div>
      <h3 className={styles.heading}>{t('versions.since')}</h3>
      {isSame && <p className={styles.none}>{t('versions.same')}</p>}
      <ul className={styles.changes}>
        {changes.page && <li>{t('versions.pageChanged')}</li>}
        {changes.widgets.map(({ id, name, change }) => (
          <li key={id} data-change={change}>
            <bdi>{name}</bdi>: {t(`versions.changes.${change}`)}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface OutlinedProps {
  title: string
  label: string
  document: ReadDocument
  changes: PageChanges
}

function Outlined({ title, label, document, changes }: OutlinedProps) {
  const changed = new Map(changes.widgets.map(({ id, change }) => [id, change]))
  return (
    <figure className={styles.page}>
      <figcaption>{title}</figcaption>
      <div className={styles.picture} dir="ltr">
        <PageThumb document={document} label={label} />
        {document.widgets.map((widget) => {
          const change = changed.get(widget.id)
          return change ? (
            <span
              key={widget.id}
              className={styles.outline}
              data-change={change}
              style={widgetBox(widget, document)}
            />
          ) : null
        })}
      </div>
    </figure>
  )
}
