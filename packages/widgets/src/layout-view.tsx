import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import {
  PAGE_BACKGROUND,
  type ReadDocument,
  type ReadWidget,
  readDocument,
} from '@vitrine/contract/document/layout-document'
import { inShapeOf, scaleIn } from '@vitrine/contract/document/page-shape'
import { contrastText, parseGradient, solidColor } from '@vitrine/contract/fields/color'
import { type ComponentType, memo, useContext, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { builtInText, isLazyLanguage } from '#lib/built-in-texts.ts'
import { namedFonts } from '#lib/fonts/named-fonts.ts'
import { loadOwnFonts } from '#lib/fonts/own-fonts.ts'
import { useLazyPart } from '#lib/lazy-parts.ts'
import { useEntrance } from '#lib/movements.ts'
import { BoxContext, type Page, PageContext } from '#lib/page.ts'
import { usePageLanguage } from '#lib/page-language.ts'
import { cssPaint } from '#lib/paint.ts'
import { PiecesContext } from '#lib/pieces.tsx'
import { BackdropView } from './backdrop-view.tsx'
import { WIDGET_FIELDS, type WidgetType } from './definitions.ts'
import { boxStyle, FramedContent } from './framed-content.tsx'
import type { Host, WidgetProps } from './host.ts'
import { RENDERERS } from './renderers.ts'
import { BrokenWidget, WidgetFrame } from './widget-frame.tsx'

interface Props {
  document: ReadDocument
  host: Host
  /** CSS pixels per layout pixel. */
  scale?: number
  /** The background of a page without one: layers of a screen are transparent. */
  ground?: string | undefined
}

/** Chromium draws nothing of an element beyond 16,384 of its pixels. A page in the shape of a ribbon may have more. */
const DRAWN_MOST = 16_000

/**
 * A page as screens show it, for designer, preview and player alike. The element is `width * scale` by `height *
 * scale` CSS pixels; each widget's box has `data-widget` with its id. A page is never mirrored.
 */
export function LayoutView({ document: given, host: screen, scale = 1, ground = PAGE_BACKGROUND }: Props) {
  const { document, host } = usePageLanguage(given, screen)
  const [overlay, setOverlay] = useState<HTMLElement | null>(null)
  const { depth } = useContext(PageContext)
  const { width, height, background = ground } = document
  const ink = contrastText(document.background ?? PAGE_BACKGROUND)
  const page = useMemo<Page>(
    () => ({ width, height, ink, overlay, depth: depth + 1, draw: drawInside }),
    [width, height, ink, overlay, depth],
  )
  const languages = useLazyPart('lazyLanguages', isLazyLanguage(host.locale))
  const widgets = useMemo(() => inDrawingOrder(document.widgets), [document.widgets])
  const root = useRef<HTMLDivElement>(null)
  const followText = useLazyPart('followText')
  // As text: a moved widget has the same fonts.
  const names = useMemo(() => fontNames(document.widgets), [document.widgets])
  const fonts = useMemo(() => names.split('\n'), [names])
  useLayoutEffect(
    () => (root.current ? followText?.(root.current, host.locale, fonts) : undefined),
    [followText, host.locale, fonts],
  )
  useLayoutEffect(() => loadOwnFonts(fonts, host.media), [fonts, host.media])
  return (
    <div
      ref={root}
      dir="ltr"
      data-page=""
      style={{
        position: 'relative',
        width: width * scale,
        height: height * scale,
        overflow: 'hidden',
        backgroundColor: solidColor(background),
        ...(parseGradient(background) && { backgroundImage: cssPaint(background) }),
        ...(widgets.some(({ frame }) => frame?.blend) && { isolation: 'isolate' }),
        // Letters as wide on every machine, whatever its hinting.
        textRendering: 'geometricPrecision',
      }}
    >
      <div
        style={{
          position: 'absolute',
          left: 0,
          top: 0,
          width,
          height,
          ...(Math.max(width, height) > DRAWN_MOST
            ? { zoom: scale }
            : { transform: scale === 1 ? undefined : `scale(${scale})`, transformOrigin: '0 0' }),
        }}
      >
        <PageContext.Provider value={page}>
          {document.backdrop && (
            <BackdropView backdrop={document.backdrop} width={width} height={height} host={host} />
          )}
          {widgets.map((widget) => (
            <WidgetBox
              // Remount when the texts of its language have loaded.
              key={languages ? `${widget.id} in its language` : widget.id}
              widget={widget}
              host={host}
              isOverDrawing={widget.type === 'media-looper' && isOverDrawing(widget, widgets)}
            />
          ))}
        </PageContext.Provider>
        <div ref={setOverlay} style={{ position: 'absolute', left: 0, top: 0, width: 0, height: 0 }} />
      </div>
    </div>
  )
}

const fontsIn = new WeakMap<object, readonly string[]>()

/** The names of the fonts of widgets, each once, one a line. */
function fontNames(widgets: readonly ReadWidget[]): string {
  const names = widgets.flatMap(({ settings }) => {
    const known = fontsIn.get(settings) ?? [...namedFonts(settings)].map(({ font }) => font)
    fontsIn.set(settings, known)
    return known
  })
  return [...new Set(names)].join('\n')
}

/** Lowest first, so that later ones cover earlier ones; without hidden ones. */
const inDrawingOrder = (widgets: readonly ReadWidget[]) =>
  widgets.filter((widget) => !widget.hidden).sort((a, b) => a.zIndex - b.zIndex)

/** Whether the center of a drawing is below a widget. */
const isOverDrawing = ({ x, y, width, height, zIndex }: ReadWidget, widgets: readonly ReadWidget[]) =>
  widgets.some(
    (other) =>
      other.type === 'tag' &&
      other.zIndex < zIndex &&
      (other.settings.drawing ?? '') !== '' &&
      Math.abs(other.x + other.width / 2 - x - width / 2) < width / 2 &&
      Math.abs(other.y + other.height / 2 - y - height / 2) < height / 2,
  )

interface WidgetBoxProps {
  widget: ReadWidget
  host: Host
  isOverDrawing: boolean
}

/** Nothing of a widget is outside its box, except a shadow. */
const CLOSED = { overflow: 'hidden', contain: 'strict' } as const
const OPEN = { contain: 'size layout style' } as const

const NO_FRAME = {}

/** Types whose text changes on its own. The others move what they show, or people change it. */
const CHANGING: ReadonlySet<string> = new Set<WidgetType>([
  ...(['text', 'tag', 'link', 'button', 'sticky-note', 'date-time', 'weather', 'prayer', 'rss'] as const),
])

const WidgetBox = memo(function WidgetBox({ widget, host, isOverDrawing: isOver }: WidgetBoxProps) {
  const { x, y, width, height } = widget
  const { frame, pieces } = widget
  const box = useMemo(
    () => ({ x, y, width, height, frame, isOverDrawing: isOver }),
    [x, y, width, height, frame, isOver],
  )
  const size = useMemo(() => ({ width, height }), [width, height])
  const { id, type, settings } = widget
  // Memoized: moving a widget must not re-render its content.
  const content = useMemo(() => {
    const Renderer = rendererOf(type)
    if (Renderer) return <Renderer id={id} settings={settings} size={size} host={host} />
    return host.mode === 'design' ? (
      <BrokenWidget text={builtInText(host.locale, 'unknown', { type })} />
    ) : null
  }, [id, type, settings, size, host])
  const hasOutline = type === 'tag' && Boolean(settings.outline)
  const spills = Boolean(settings.shadowOutside) || hasOutline
  const shown = (
    <BoxContext.Provider value={box}>
      <WidgetFrame widgetId={id} host={host} content={settings}>
        <PiecesContext.Provider value={pieces}>{content}</PiecesContext.Provider>
      </WidgetFrame>
    </BoxContext.Provider>
  )
  const element = useRef<HTMLDivElement>(null)
  const { width: across, height: down } = useContext(PageContext)
  // Its page would be seen empty.
  const fills = x <= 0 && y <= 0 && x + width >= across && y + height >= down
  useEntrance(element, fills || !frame ? NO_FRAME : frame, host)
  return (
    <div
      ref={element}
      data-widget={id}
      style={{
        position: 'absolute',
        left: x,
        top: y,
        width,
        height,
        ...(spills || frame ? OPEN : CLOSED),
        ...(frame && boxStyle(frame)),
      }}
    >
      {frame ? (
        <FramedContent {...{ frame, size, spills, host }} ownBorder={hasOutline} changes={CHANGING.has(type)}>
          {shown}
        </FramedContent>
      ) : (
        shown
      )}
    </div>
  )
})

/** The renderer of a stored type. The cast is safe: its settings were parsed by the fields of the same type. */
export const rendererOf = (type: string): ComponentType<WidgetProps<unknown>> | undefined =>
  Object.hasOwn(RENDERERS, type)
    ? (RENDERERS[type as WidgetType] as ComponentType<WidgetProps<unknown>>)
    : undefined

/** The maximum nesting of pages, in case a card contains itself. */
const DEPTH_MAX = 3

function drawInside(document: LayoutDocument, size: { width: number; height: number }, host: Host) {
  return <PageInside document={document} size={size} host={host} />
}

function PageInside({
  document,
  size,
  host,
}: {
  document: LayoutDocument
  size: { width: number; height: number }
  host: Host
}) {
  const { depth } = useContext(PageContext)
  const read = useMemo(() => inShapeOf(readDocument(document, WIDGET_FIELDS), size), [document, size])
  if (depth >= DEPTH_MAX) return null
  const scale = scaleIn(read, size)
  return (
    <div
      style={{
        position: 'absolute',
        left: (size.width - read.width * scale) / 2,
        top: (size.height - read.height * scale) / 2,
      }}
    >
      <LayoutView document={read} host={host} scale={scale} />
    </div>
  )
}
