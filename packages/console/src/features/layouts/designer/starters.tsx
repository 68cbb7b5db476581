import { Button } from '@mantine/core'
import { newWidget, type ReadWidget } from '@vitrine/contract/layout-document'
import { DEFINITIONS, WIDGET_FIELDS, type WidgetType } from '@vitrine/widgets/definitions'
import { useTranslation } from 'react-i18next'
import { useWords } from '#fields/words.ts'
import { newId } from '#lib/new-id.ts'
import styles from './designer.module.css'
import type { Rect, Size } from './geometry/rect.ts'
import { useDesigner } from './use-designer.ts'

interface Part {
  type: WidgetType
  /** Shares of the page: left, top, width, height. */
  at: readonly [number, number, number, number]
  settings?: Readonly<Record<string, unknown>>
}

const big = (size: number, more: object = {}) => ({
  fontSettings: { isBold: true, isItalic: false, alignment: 'left', font: 'IBM Plex Sans', size, ...more },
})

/** First boards, for people who would rather change something than begin with nothing. */
const STARTERS = {
  fullScreen: [{ type: 'media-looper', at: [0, 0, 1, 1] }],
  mediaAndTicker: [
    { type: 'media-looper', at: [0, 0, 1, 0.9] },
    { type: 'ticker', at: [0, 0.9, 1, 0.1] },
  ],
  welcome: [
    { type: 'media-looper', at: [0.5, 0, 0.5, 1] },
    {
      type: 'text',
      at: [0.05, 0.3, 0.4, 0.3],
      settings: { text: 'Welcome', color: '#ffffff', ...big(120) },
    },
    { type: 'date-time', at: [0.05, 0.08, 0.2, 0.14] },
    { type: 'weather', at: [0.05, 0.72, 0.2, 0.2] },
  ],
} as const satisfies Record<string, readonly Part[]>
type StarterName = keyof typeof STARTERS

const rectAt = ([x, y, width, height]: Part['at'], page: Size): Rect => ({
  x: Math.round(x * page.width),
  y: Math.round(y * page.height),
  width: Math.round(width * page.width),
  height: Math.round(height * page.height),
})

/** On an empty canvas: three boards to begin with. */
export function Starters() {
  const { t } = useTranslation()
  const words = useWords()
  const designer = useDesigner()
  const start = (name: StarterName) => {
    const { page } = designer.state
    const parts: readonly Part[] = STARTERS[name]
    const widgets: ReadWidget[] = parts.map(({ type, at, settings }, index) => {
      const label = words(DEFINITIONS[type].label)
      const widget = newWidget(
        { id: newId(), type, name: label, zIndex: index + 1, ...rectAt(at, page) },
        WIDGET_FIELDS,
      )
      return { ...widget, settings: { ...widget.settings, ...settings } }
    })
    designer.commit({ ...page, widgets }, { name: 'starter', count: widgets.length })
    // What has to be filled in first is ready for it.
    const [first] = widgets
    if (first) designer.select([first.id])
    designer.request('canvas')
  }
  return (
    <div className={styles.starters}>
      <p>{t('designer.starters.title')}</p>
      <div className={styles.starterRow}>
        {(Object.keys(STARTERS) as StarterName[]).map((name) => (
          <Button key={name} variant="default" onClick={() => start(name)}>
            {t(`designer.starters.${name}`)}
          </Button>
        ))}
      </div>
      <p>{t('designer.starters.or')}</p>
    </div>
  )
}
