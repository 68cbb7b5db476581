import { Button } from '@mantine/core'
import { newWidget, type ReadDocument, type ReadWidget } from '@vitrine/contract/document/layout-document'
import { DEFINITIONS, WIDGET_FIELDS, type WidgetType } from '@vitrine/widgets/definitions'
import { isElsewhere, settingsAt } from '@vitrine/widgets/place'
import { codeOf, isMirrored, LANGUAGES } from '@vitrine/widgets/template-languages'
import { WELCOME } from '@vitrine/widgets/template-welcome'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Rect, Size } from '#content/pages/designer/geometry/rect.ts'
import { useDesigner, useDesignerState } from '#content/pages/designer/state/use-designer.ts'
import { useFieldTexts } from '#fields/field-texts.ts'
import { newId } from '#lib/browser/new-id.ts'
import { PageThumb } from '#pictures/pages/page-thumb.tsx'
import styles from './starters.module.css'
import type { TemplateChooser } from './template-choice.ts'

interface Part {
  type: WidgetType
  /** Fractions of the page: left, top, width, height. */
  at: readonly [number, number, number, number]
  /** White, bold, English text. */
  text?: string
  size?: number
}

/** Sample boards, as an alternative to an empty page. */
const STARTERS = {
  fullScreen: [{ type: 'media-looper', at: [0, 0, 1, 1] }],
  mediaAndTicker: [
    { type: 'media-looper', at: [0, 0, 1, 0.9] },
    { type: 'ticker', at: [0, 0.9, 1, 0.1] },
  ],
  welcome: [
    { type: 'media-looper', at: [0.5, 0, 0.5, 1] },
    { type: 'text', at: [0.05, 0.3, 0.4, 0.3], text: 'Welcome', size: 120 },
    { type: 'date-time', at: [0.05, 0.08, 0.2, 0.14] },
    { type: 'weather', at: [0.05, 0.72, 0.2, 0.2] },
  ],
} as const satisfies Record<string, readonly Part[]>
type StarterName = keyof typeof STARTERS
const STARTER_NAMES = Object.keys(STARTERS) as StarterName[]

/** The page height that the font sizes above are designed for. */
const DRAWN_FOR = 1080

const rectAt = ([x, y, width, height]: Part['at'], page: Size): Rect => ({
  x: Math.round(x * page.width),
  y: Math.round(y * page.height),
  width: Math.round(width * page.width),
  height: Math.round(height * page.height),
})

/** Creates a starter's widgets, in the console's language and reading direction. */
function useStarterWidgets(): (name: StarterName, page: Size) => ReadWidget[] {
  const words = useFieldTexts()
  const { language } = useTranslation().i18n
  const { place: home } = useDesigner()
  return (name, page) => {
    const code = codeOf(language)
    const mirrored = isMirrored(code)
    const say = (text: string) => (text === WELCOME[0] ? (WELCOME[LANGUAGES.indexOf(code)] ?? text) : text)
    const starter: readonly Part[] = STARTERS[name]
    const parts = starter.filter(({ type }) => !isElsewhere(type, home))
    return parts.map(({ type, at, text, size }, index) => {
      const [left, top, width, height] = at
      const rect = rectAt([mirrored ? 1 - left - width : left, top, width, height], page)
      const place = { id: newId(), type, name: words(DEFINITIONS[type].label), zIndex: index + 1, ...rect }
      const made = newWidget(place, WIDGET_FIELDS)
      const widget = { ...made, settings: { ...made.settings, ...settingsAt(type, home) } }
      if (text === undefined || size === undefined) return widget
      const fontSettings = {
        isBold: true,
        isItalic: false,
        alignment: mirrored ? 'right' : 'left',
        font: 'IBM Plex Sans',
        size: Math.round((size * Math.min(page.width, page.height)) / DRAWN_FOR),
      }
      return { ...widget, settings: { ...widget.settings, text: say(text), color: '#ffffff', fontSettings } }
    })
  }
}

/** Offered on an empty canvas: three boards with thumbnails, and the template gallery. */
export function Starters({ templates: TemplatePicker }: { templates: TemplateChooser }) {
  const { t } = useTranslation()
  const designer = useDesigner()
  const widgetsOf = useStarterWidgets()
  const [choosing, setChoosing] = useState(false)
  const { width, height } = useDesignerState((state) => state.page)
  const begin = (document: ReadDocument) => {
    setChoosing(false)
    designer.commit(
      { ...designer.state.page, ...document },
      { name: 'starter', count: document.widgets.length },
    )
    designer.request('canvas')
  }
  const start = (name: StarterName) => {
    const { page } = designer.state
    const widgets = widgetsOf(name, page)
    designer.commit({ ...page, widgets }, { name: 'starter', count: widgets.length })
    // Select the widget that needs input first.
    const [first] = widgets
    if (first) designer.select([first.id])
    designer.request('canvas')
  }
  return (
    <div className={styles.starters}>
      <p>{t('designer.starters.title')}</p>
      {/* The key recreates the thumbnails for another page size. */}
      <StarterRow key={`${width}×${height}`} size={{ width, height }} onStart={start} />
      <Button onClick={() => setChoosing(true)}>{t('templates.fromTemplate')}</Button>
      <p>{t('designer.starters.or')}</p>
      <TemplatePicker
        opened={choosing}
        size={{ width, height }}
        onPick={({ document }) => begin(document)}
        onClose={() => setChoosing(false)}
      />
    </div>
  )
}

function StarterRow({ size, onStart }: { size: Size; onStart: (name: StarterName) => void }) {
  const { t } = useTranslation()
  const widgetsOf = useStarterWidgets()
  // Created once, because every call creates widgets with new ids.
  const [pictures] = useState(() =>
    STARTER_NAMES.map((name) => ({ name, document: { ...size, widgets: widgetsOf(name, size) } })),
  )
  return (
    <div className={styles.starterRow} data-shape={size.width < size.height ? 'high' : 'wide'}>
      {pictures.map(({ name, document }) => (
        <button key={name} type="button" className={styles.starter} onClick={() => onStart(name)}>
          <PageThumb document={document} label="" outlines />
          {t(`designer.starters.${name}`)}
        </button>
      ))}
    </div>
  )
}
