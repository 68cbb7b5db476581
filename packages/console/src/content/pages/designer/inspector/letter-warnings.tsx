import { Button } from '@mantine/core'
import type { FontSettings } from '@vitrine/contract/fields/kinds/font-settings'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hangsOver } from '#content/pages/designer/geometry/reach.ts'
import styles from '#content/pages/designer/panels/panels.module.css'
import { seenRectOf, widgetOf } from '#content/pages/designer/state/page.ts'
import { useDesignerState } from '#content/pages/designer/state/use-designer.ts'

/** Text smaller than a fortieth of the page's shorter side is hard to read from a distance. */
const SMALL = 1 / 40
const READABLE = 1 / 24

interface LetterWarningsProps {
  /** The widget's id. */
  id: string
  font: FontSettings
  onChange: (name: string, value: unknown) => void
}

/** Warns about text that the page may cut, that is drawn smaller than its setting, or small for the page. */
export function LetterWarnings(props: LetterWarningsProps) {
  const { t } = useTranslation()
  const isOver = useDesignerState(({ page }) => {
    const widget = widgetOf(page, props.id)
    return widget !== undefined && hangsOver(seenRectOf(widget), page)
  })
  const drawn = useDrawnLetters(props.id)
  return (
    <>
      {isOver && drawn !== undefined && <p className={styles.mixed}>{t('designer.overEdge')}</p>}
      <SizeWarning {...props} drawn={drawn} />
    </>
  )
}

/** Offers to enlarge text that is small for the page. */
function SizeWarning({ font, onChange, drawn }: LetterWarningsProps & { drawn: number | undefined }) {
  const { t } = useTranslation()
  const side = useDesignerState(({ page }) => Math.min(page.width, page.height))
  const grows = Boolean(font.maxSize)
  if (!grows && drawn !== undefined && Math.ceil(drawn) < font.size)
    return (
      <p className={styles.mixed}>
        {t('designer.shrunkText', { size: font.size, drawn: Math.round(drawn) })}
      </p>
    )
  if ((grows ? (drawn ?? side) : font.size) >= side * SMALL) return null
  const size = Math.round(side * READABLE)
  return (
    <p className={styles.mixed}>
      {t('designer.smallText', { size: font.size })}{' '}
      <Button size="compact-xs" variant="default" onClick={() => onChange('fontSettings', { ...font, size })}>
        {t('designer.enlarge', { size })}
      </Button>
    </p>
  )
}

/** The size of a widget's largest letters as the canvas draws them, in layout pixels; undefined without text. */
function useDrawnLetters(id: string): number | undefined {
  const [drawn, setDrawn] = useState<number>()
  useEffect(() => {
    const box = document.querySelector(`[data-canvas] [data-widget="${CSS.escape(id)}"]`)
    if (!box) return
    const measure = () => {
      const sizes = [...box.querySelectorAll<HTMLElement>('[style*="font-size"]')].flatMap(
        ({ style, textContent }) => (textContent?.trim() ? Number.parseFloat(style.fontSize) || [] : []),
      )
      setDrawn(sizes.length > 0 ? Math.max(...sizes) : undefined)
    }
    measure()
    // Text is fitted after it is drawn, later than the settings change.
    const changes = new MutationObserver(measure)
    changes.observe(box, {
      attributes: true,
      attributeFilter: ['style'],
      childList: true,
      characterData: true,
      subtree: true,
    })
    return () => changes.disconnect()
  }, [id])
  return drawn
}
