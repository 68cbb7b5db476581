import type { Media } from '@vitrine/contract/api/content/media'
import { ownFont } from '@vitrine/contract/fields/own-font'
import { loadOwnFonts } from '@vitrine/widgets/own-fonts'
import { useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { weightsText } from '#fields/own-fonts.ts'
import styles from './preview.module.css'

interface FontSpecimenProps {
  id: string
  url: string
  face: NonNullable<Media['face']>
}

/** Letters and digits of some scripts, drawn in a font file. */
export function FontSpecimen({ id, url, face }: FontSpecimenProps) {
  const { t } = useTranslation()
  const name = ownFont(id)
  useLayoutEffect(() => loadOwnFonts([name], () => ({ url, face })), [name, url, face])
  const style = {
    fontFamily: JSON.stringify(name),
    fontWeight: face.weights[0],
    fontStyle: face.italic ? 'italic' : 'normal',
  }
  return (
    <figure className={styles.specimen}>
      <p style={style}>{face.family}</p>
      <p style={style}>ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz ÄÖÜẞ äöüß éèç ñ</p>
      <p style={style}>0123456789 % & @ # ! ? € $ £</p>
      <p style={style}>Жизнь · Ελληνικά · עברית · العربية</p>
      <figcaption>
        {t('media.font.weights', { weights: weightsText(face.weights) })}
        {face.italic && ` · ${t('fields.italic')}`}
      </figcaption>
    </figure>
  )
}
