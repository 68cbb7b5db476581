import { useTranslation } from 'react-i18next'
import { listText } from '#lib/text/format.ts'
import { CHANGED, LEFT_OUT, PICTURED, type Reason } from './drawn-item.ts'
import styles from './import-dialog.module.css'
import type { Imported } from './imported.ts'

const KINDS = [
  ['pictured', PICTURED],
  ['changed', CHANGED],
  ['leftOut', LEFT_OUT],
] as const satisfies readonly (readonly [string, readonly Reason[]])[]

/** What a drawing becomes, and what of it isn't as in the file, each with a count. */
export function ImportReport({ imported: { widgets, report } }: { imported: Imported }) {
  const { t } = useTranslation()
  const counts = report?.counts ?? new Map<Reason, number>()
  const of = (type: string) => widgets.filter((widget) => widget.type === type).length
  const fonts = [...(report?.fonts ?? [])].slice(0, 5)
  return (
    <div className={styles.report} role="status">
      <p>{t('importing.becomes', { shapes: of('tag'), texts: of('text'), pictures: of('media-looper') })}</p>
      {KINDS.map(([kind, reasons]) => {
        const met = reasons.filter((reason) => counts.has(reason))
        return (
          met.length > 0 && (
            <section key={kind}>
              <strong>{t(`importing.${kind}`)}</strong>
              <ul>
                {met.map((reason) => (
                  <li key={reason}>
                    {t(`importing.reasons.${reason}`)}: {counts.get(reason)}
                    {reason === 'font' && fonts.length > 0 && <bdi> ({listText(fonts)})</bdi>}
                  </li>
                ))}
              </ul>
            </section>
          )
        )
      })}
    </div>
  )
}
