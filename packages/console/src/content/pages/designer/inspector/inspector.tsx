import { createTheme, MantineThemeProvider } from '@mantine/core'
import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import { isUse } from '@vitrine/contract/document/part-use'
import { memo, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import styles from '#content/pages/designer/panels/panels.module.css'
import { useDesigner, useDesignerState } from '#content/pages/designer/state/use-designer.ts'
import type { FieldsHost } from '#fields/control.ts'
import { useAsLanguage } from '#pictures/pages/as-language.ts'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'

const PageSettings = lazyPart(async () => (await import('./page-settings.tsx')).PageSettings)
const WidgetSettings = lazyPart(async () => (await import('./widget-settings.tsx')).WidgetSettings)
const UseSettings = lazyPart(
  async () => (await import('#content/pages/parts/late-parts.ts')).lateParts.UseSettings,
)
const TextsPanel = lazyPart(
  async () => (await import('#content/pages/designer/languages/texts-panel.tsx')).TextsPanel,
)
const SharedSettings = lazyPart(async () => (await import('./widget-settings.tsx')).SharedSettings)

interface InspectorProps {
  host: FieldsHost
  /** Allows changing the page's size. */
  sizes: boolean
  /** Shows the errors of all fields, after a failed save. */
  showErrors: boolean
}

/** A denser theme: inputs here are closer together than on pages. */
const COMPACT = createTheme({
  components: Object.fromEntries(
    ['TextInput', 'Textarea', 'NumberInput', 'Select', 'ColorInput', 'Switch', 'SegmentedControl'].map(
      (name) => [name, { defaultProps: { size: 'xs' } }],
    ),
  ),
})

/** The selection's form: Content, Look, Position, Actions. Without a selection, the page's settings. */
export const Inspector = memo(function Inspector({ host, sizes, showErrors }: InspectorProps) {
  const designer = useDesigner()
  const page = useDesignerState((state) => state.page)
  const selection = useDesignerState((state) => state.selection)
  const panel = useRef<HTMLDivElement>(null)
  const widgets = selection.flatMap((id) => page.widgets.find((widget) => widget.id === id) ?? [])

  const shown = keyOf(widgets)
  /** The widgets whose form can be entered. */
  const ready = useRef<string>(undefined)
  /** A focus request that arrived before their form had rendered. */
  const waiting = useRef<Asked>(undefined)

  useEffect(() => {
    return designer.onRequest((request) => {
      if (request !== 'content' && request !== 'properties') return
      if (panel.current && ready.current === keyOf(designer.selected())) return enter(panel.current, request)
      waiting.current = request
      // Keys pressed while the form loads are lost rather than run as canvas commands.
      panel.current?.focus()
    })
  }, [designer])
  const onForm = useCallback((of: string) => {
    ready.current = of
    if (panel.current && waiting.current) enter(panel.current, waiting.current)
    waiting.current = undefined
    return () => {
      ready.current = undefined
    }
  }, [])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears that a field was left, and Escape on its way up
    <div
      ref={panel}
      className={styles.inspector}
      tabIndex={-1}
      onBlur={() => designer.seal()}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || !(event.target instanceof Element)) return
        // The first Escape closes an open list; Escapes in a dialog bubble up here through React and are not ours.
        const taken = event.target.ariaExpanded === 'true' || !event.currentTarget.contains(event.target)
        if (!taken) designer.request('canvas')
      }}
    >
      <MantineThemeProvider theme={COMPACT} inherit>
        <Waiting>
          <Form {...{ widgets, host, sizes, showErrors }} />
          <Arrived of={shown} then={onForm} />
        </Waiting>
      </MantineThemeProvider>
    </div>
  )
})

/** The texts of the language that the canvas shows, or the settings of what is selected. */
function Form({ widgets, host, sizes, showErrors }: InspectorProps & { widgets: readonly ReadWidget[] }) {
  const chosen = useAsLanguage()
  const languages = useDesignerState(({ page }) => page.languages)
  const language = languages?.others.find((other) => other.language === chosen)?.language
  const [only] = widgets
  if (language !== undefined) return <TextsPanel key={language} language={language} />
  if (!only) return <PageSettings host={host} sizes={sizes} />
  if (widgets.length > 1) return <SharedSettings widgets={widgets} host={host} />
  if (isUse(only)) return <UseSettings key={only.id} widget={only} host={host} showErrors={showErrors} />
  return <WidgetSettings key={only.id} widget={only} host={host} showErrors={showErrors} />
}

const keyOf = (widgets: readonly ReadWidget[]) => widgets.map(({ id }) => id).join(' ')

type Asked = 'content' | 'properties' | undefined

/** Focuses the widget's main content field, or the first field. */
function enter(panel: HTMLElement, asked: Asked): void {
  const root = panel.querySelector('[data-section="content"]') ?? panel
  const zone = root.querySelector<HTMLElement>('[data-content]')
  const first = root.querySelector<HTMLElement>('input, textarea, button')
  const target = asked === 'content' ? (zone ?? first) : first
  target?.focus()
  // Select all, so typing replaces the value, as in other fields opened by a key.
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) target.select()
  if (asked === 'content') zone?.click()
}

/** Beside a lazy form: runs `then` when the form of these widgets has loaded, and its result before another one loads. */
function Arrived({ of, then }: { of: string; then: (of: string) => () => void }) {
  useLayoutEffect(() => then(of), [of, then])
  return null
}
