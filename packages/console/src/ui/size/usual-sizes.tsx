import { UnstyledButton } from '@mantine/core'
import { type Size, USUAL_SIZES, type UsualSize } from '@vitrine/contract/document/sizes'
import { useTranslation } from 'react-i18next'
import { ShapeDrawing } from './shape-drawing.tsx'
import styles from './size.module.css'
import { sizeText } from './size-text.ts'

const USUAL = Object.entries(USUAL_SIZES) as [UsualSize, Size][]

interface UsualSizesProps {
  chosen?: { width: unknown; height: unknown }
  onChoose: (size: Size) => void
}

/** Sizes with names, each with its shape. */
export function UsualSizes({ chosen, onChoose }: UsualSizesProps) {
  const { t } = useTranslation()
  return (
    <ul className={styles.usual}>
      {USUAL.map(([name, usual]) => (
        <li key={name}>
          <UnstyledButton
            className={styles.choice}
            aria-pressed={usual.width === chosen?.width && usual.height === chosen.height}
            onClick={() => onChoose({ ...usual })}
          >
            <ShapeDrawing size={usual} side={32} />
            <span>
              <strong>{t(`sizes.usual.${name}`)}</strong>
              {sizeText(usual)}
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
