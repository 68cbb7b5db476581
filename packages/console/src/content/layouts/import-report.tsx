import { type ImportNote, type ImportReport, LEFT_OUT } from '@vitrine/contract/api/content/layout-imports'
import { useTranslation } from 'react-i18next'
import { numberText } from '#lib/text/format.ts'
import styles from './import-layout-dialog.module.css'

const MADE = ['elements', 'pictures', 'videos', 'others', 'webPages', 'cards', 'sources'] as const

/** What an import makes, and what becomes of the parts that it can't take as they are. */
export function ImportReportView({ report }: { report: ImportReport }) {
  const { t } = useTranslation()
  const { width, height, folder, notes } = report
  const made = MADE.filter((what) => report[what] > 0).map((what) =>
    t(`layoutImport.made.${what}`, { number: numberText(report[what]) }),
  )
  return (
    <>
      <p role="status">
        {t('layoutImport.size', { size: `\u2066${width} × ${height}\u2069` })}
        {made.length > 0 && ` · ${made.join(' · ')}`}
      </p>
      {folder !== '' && <p>{t('layoutImport.folder', { name: folder })}</p>}
      {notes.length === 0 ? <p>{t('layoutImport.whole')}</p> : <Notes notes={notes} />}
    </>
  )
}

const isLeftOut = ({ why }: ImportNote) => LEFT_OUT.some((each) => each === why)

function Notes({ notes }: { notes: readonly ImportNote[] }) {
  const { t } = useTranslation()
  const sorted = notes.toSorted((a, b) => Number(isLeftOut(b)) - Number(isLeftOut(a)))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard
    <section className={styles.notes} tabIndex={0} aria-label={t('layoutImport.notes')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('layoutImport.region')}</th>
            <th scope="col">{t('layoutImport.part')}</th>
            <th scope="col">{t('layoutImport.what')}</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((note) => (
            <tr key={Object.values(note).join('|')} data-left={isLeftOut(note) || undefined}>
              <td>
                <bdi>{note.region || t('layoutImport.page')}</bdi>
              </td>
              <td>
                <bdi>{note.kind || '–'}</bdi>
              </td>
              <td>
                {t(`layoutImport.why.${note.why}`)} {note.detail !== '' && <bdi>{note.detail}</bdi>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
