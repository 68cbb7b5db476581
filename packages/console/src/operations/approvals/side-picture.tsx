import type { ShownSide, WaitingChange } from '@vitrine/contract/api/operations/approvals'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { numberText } from '#lib/text/format.ts'
import { PageThumb } from '#pictures/pages/page-thumb.tsx'
import styles from './approvals.module.css'
import { contentOfSide, documentOfSide, lengthsOf, type SideName } from './side-content.ts'

interface SidePictureProps {
  change: WaitingChange
  name: SideName
  side: ShownSide | null
  other: ShownSide | null
}

/** One side of a change, drawn as screens draw it; of videos and sounds, the length. */
export function SidePicture({ change, name, side, other }: SidePictureProps) {
  const { t } = useTranslation()
  const document = useMemo(() => side && documentOfSide(change, side), [change, side])
  const content = useMemo(() => side && contentOfSide(name, side), [name, side])
  return (
    <figure className={styles.side}>
      <figcaption>{t(`approvals.${name}`)}</figcaption>
      {document && content ? (
        <PageThumb document={document} content={content} label={t(`approvals.${name}`)} />
      ) : (
        <p className={styles.nothing}>{t(side ? 'approvals.noPicture' : 'approvals.nothing')}</p>
      )}
      {side && lengthsOf(side, other).length > 0 && (
        <ul className={styles.lengths}>
          {lengthsOf(side, other).map((medium) => (
            <li key={medium.sha256}>
              <bdi>{medium.name}</bdi>
              <span>{t('approvals.seconds', { seconds: numberText(medium.duration ?? 0) })}</span>
            </li>
          ))}
        </ul>
      )}
    </figure>
  )
}
