import { newWidget, type ReadDocument } from '@vitrine/contract/layout-document'
import { STANDARD_HEIGHT, STANDARD_WIDTH } from '@vitrine/contract/storyboards'
import { DEFINITIONS, WIDGET_FIELDS, type WidgetType } from '@vitrine/widgets/definitions'
import { newId } from '#lib/new-id.ts'

const EMPTY: ReadDocument = { width: STANDARD_WIDTH, height: STANDARD_HEIGHT, widgets: [] }

interface Part {
  type: WidgetType
  name: string
  /** Left, top, width, height in layout pixels. */
  at: readonly [number, number, number, number]
  settings?: Readonly<Record<string, unknown>>
}

const title = (size: number) => ({
  color: '#ffffff',
  fontSettings: { isBold: true, isItalic: false, alignment: 'center', font: 'IBM Plex Sans', size },
})

const STARTERS = {
  media: [{ type: 'media-looper', name: 'Content', at: [0, 0, STANDARD_WIDTH, STANDARD_HEIGHT] }],
  text: [
    { type: 'text', name: 'Title', at: [160, 240, 1600, 260], settings: title(120) },
    { type: 'text', name: 'Text', at: [160, 540, 1600, 380], settings: title(60) },
  ],
  mediaAndText: [
    { type: 'media-looper', name: 'Content', at: [0, 0, 1120, STANDARD_HEIGHT] },
    { type: 'text', name: 'Title', at: [1180, 180, 680, 260], settings: title(80) },
    { type: 'text', name: 'Text', at: [1180, 480, 680, 460], settings: title(44) },
  ],
  blank: [],
} as const satisfies Record<string, readonly Part[]>
export type CardStarter = keyof typeof STARTERS
export const CARD_STARTERS = Object.keys(STARTERS) as CardStarter[]

/** A card's document to begin with, with ids of its own. */
export function starterDocument(starter: CardStarter): ReadDocument {
  const parts: readonly Part[] = STARTERS[starter]
  return {
    ...EMPTY,
    ...(starter === 'text' || starter === 'mediaAndText' ? { background: '#0b3d91' } : {}),
    widgets: parts.map(({ type, name, at: [x, y, width, height], settings }, index) => {
      const widget = newWidget(
        { id: newId(), type, name: name || DEFINITIONS[type].label, zIndex: index + 1, x, y, width, height },
        WIDGET_FIELDS,
      )
      return { ...widget, settings: { ...widget.settings, ...settings } }
    }),
  }
}
