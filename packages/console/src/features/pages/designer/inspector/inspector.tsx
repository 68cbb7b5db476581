import { createTheme, MantineThemeProvider } from '@mantine/core'
import { memo, useCallback, useEffect, useRef } from 'react'
import styles from '#features/pages/designer/panels/panels.module.css'
import { useDesigner, useDesignerState } from '#features/pages/designer/state/use-designer.ts'
import type { FieldsHost } from '#fields/control.ts'
import { Waiting } from '#ui/late/lazy-part.tsx'
import { PageSettings } from './page-settings.tsx'
import { SharedSettings, WidgetSettings } from './widget-settings.tsx'

interface InspectorProps {
  host: FieldsHost
  /** The page's size may be changed. */
  sizes: boolean
  /** Shows the errors of all fields, because saving failed. */
  showErrors: boolean
}

/** Inputs stand closer here than on pages. */
const COMPACT = createTheme({
  components: Object.fromEntries(
    ['TextInput', 'Textarea', 'NumberInput', 'Select', 'ColorInput', 'Switch', 'SegmentedControl'].map(
      (name) => [name, { defaultProps: { size: 'xs' } }],
    ),
  ),
})

/** What is selected, as a form: Content, Look, Position, Actions. Nothing selected is the page itself. */
export const Inspector = memo(function Inspector({ host, sizes, showErrors }: InspectorProps) {
  const designer = useDesigner()
  const page = useDesignerState((state) => state.page)
  const selection = useDesignerState((state) => state.selection)
  const panel = useRef<HTMLDivElement>(null)
  const widgets = selection.flatMap((id) => page.widgets.find((widget) => widget.id === id) ?? [])
  const [only] = widgets

  /** What was asked for before the form was there. */
  const waiting = useRef<Asked>(undefined)

  useEffect(() => {
    return designer.onRequest((request) => {
      if (request !== 'content' && request !== 'properties') return
      if (panel.current?.querySelector('[data-section]')) return enter(panel.current, request)
      waiting.current = request
      // What is typed on the way is lost, but is no command of the canvas.
      panel.current?.focus()
    })
  }, [designer])
  const arrived = useCallback(() => {
    if (panel.current && waiting.current) enter(panel.current, waiting.current)
    waiting.current = undefined
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
        // A list that is open takes the first one; what is typed in a dialog is heard here too, and none of ours.
        const taken = event.target.ariaExpanded === 'true' || !event.currentTarget.contains(event.target)
        if (!taken) designer.request('canvas')
      }}
    >
      <MantineThemeProvider theme={COMPACT} inherit>
        {!only && <PageSettings host={host} sizes={sizes} />}
        {only && (
          <Waiting>
            {widgets.length === 1 ? (
              <WidgetSettings key={only.id} widget={only} host={host} showErrors={showErrors} />
            ) : (
              <SharedSettings widgets={widgets} host={host} />
            )}
            <Arrived then={arrived} />
          </Waiting>
        )}
      </MantineThemeProvider>
    </div>
  )
})

type Asked = 'content' | 'properties' | undefined

/** Puts the focus into the form: into what a widget shows, or into its first field. */
function enter(panel: HTMLElement, asked: Asked): void {
  const root = panel.querySelector('[data-section="content"]') ?? panel
  const zone = root.querySelector<HTMLElement>('[data-content]')
  const first = root.querySelector<HTMLElement>('input, textarea, button')
  const target = asked === 'content' ? (zone ?? first) : first
  target?.focus()
  // Typing replaces what is there, as in every other field that is opened by a key.
  if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) target.select()
  if (asked === 'content') zone?.click()
}

/** Rendered beside a lazy component: mounts when that one has loaded. */
function Arrived({ then }: { then: () => void }) {
  useEffect(then, [then])
  return null
}
