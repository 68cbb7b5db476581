import { TextInput } from '@mantine/core'
import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import { isUse } from '@vitrine/contract/document/part-use'
import type { Field } from '@vitrine/contract/fields/field'
import { checkValues } from '@vitrine/contract/fields/values'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { LayoutView } from '@vitrine/widgets/layout-view'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Point } from '#content/pages/designer/geometry/rect.ts'
import { widgetsAt } from '#content/pages/designer/gestures/press.ts'
import { BackgroundField } from '#content/pages/designer/inspector/background-field.tsx'
import type { DraftKeeper } from '#content/pages/designer/saving/draft-keeper.ts'
import type { useSave } from '#content/pages/designer/saving/use-save.ts'
import { partsOf } from '#content/pages/designer/state/look.ts'
import { withWidgets } from '#content/pages/designer/state/page.ts'
import { useDesigner, useDesignerState } from '#content/pages/designer/state/use-designer.ts'
import { usePageFieldsHost } from '#content/pages/host/page-fields-host.tsx'
import type { FieldsHost } from '#fields/control.ts'
import { FieldsForm } from '#fields/fields-form.tsx'
import { usePageHost } from '#pictures/pages/page-host.ts'
import { useExpanded } from '#pictures/pages/use-expanded.ts'
import { lateDialog } from '#ui/late/late-dialog.tsx'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import styles from './page-form.module.css'

const DraftNotice = lazyPart(
  async () => (await import('#content/pages/designer/saving/draft-notice.tsx')).DraftNotice,
)
const ImpactDialog = lateDialog(
  async () => (await import('#content/pages/designer/saving/impact-dialog.tsx')).ImpactDialog,
)
const ConflictDialog = lateDialog(
  async () => (await import('#content/pages/designer/saving/conflict-dialog.tsx')).ConflictDialog,
)

interface PageFormProps {
  id: string
  nameLabel: string
  saving: ReturnType<typeof useSave>
  reload: () => Promise<void>
  draft: DraftKeeper | undefined
}

/** A page as a plain form of its widgets' content, beside a live preview. */
export function PageForm({ id, nameLabel, saving, reload, draft }: PageFormProps) {
  const { t } = useTranslation()
  const designer = useDesigner()
  const page = useDesignerState((state) => state.page)
  const fields = usePageFieldsHost({
    id,
    name: page.name,
    document: page,
    impactOf: saving.impactOf,
    onWidget: (widget) =>
      designer.commit(withWidgets(designer.state.page, [widget]), { name: 'edit', count: 1 }),
  })
  const [current, setCurrent] = useState<string>()
  const form = useRef<HTMLDivElement>(null)
  const widgets = [...page.widgets].sort((a, b) => rankOf(a) - rankOf(b) || a.y - b.y || a.x - b.x)
  const locked = widgets.filter((widget) => widget.locked).length

  /** `row`: the row of a list widget. */
  const focusWidget = (widget: ReadWidget, row: string | undefined) => {
    const fields = form.current?.querySelector(`[data-widget-form="${CSS.escape(widget.id)}"]`)
    const cell = row && fields?.querySelector<HTMLElement>(`[data-cell="${row} 0"]`)
    const field = cell || fields?.querySelector<HTMLElement>(':is(input, textarea, button)')
    field?.focus()
  }

  return (
    <>
      {draft && (
        <Waiting quiet>
          <DraftNotice keeper={draft} />
        </Waiting>
      )}
      <div className={styles.columns}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: hears that a field was left */}
        <div ref={form} className={styles.form} onBlur={() => designer.seal()}>
          <NameField label={nameLabel} />
          {widgets.length === 0 && <p className={styles.note}>{t('cards.noWidgets')}</p>}
          {locked > 0 && <p className={styles.note}>{t('cards.lockedParts', { count: locked })}</p>}
          {widgets.map((widget) => (
            <WidgetForm
              key={widget.id}
              widget={widget}
              host={fields.host}
              tried={saving.tried}
              onFocus={() => setCurrent(widget.id)}
            />
          ))}
          <fieldset className={styles.widget}>
            <legend>{t('cards.page')}</legend>
            <BackgroundField host={fields.host} />
          </fieldset>
        </div>
        <LivePreview current={page.widgets.find(({ id }) => id === current)} onChoose={focusWidget} />
      </div>
      <ImpactDialog opened={saving.warnings !== undefined} saving={saving} />
      <ConflictDialog opened={saving.conflict !== undefined} saving={saving} reload={reload} />
      {fields.dialogs}
    </>
  )
}

/** Sorts widgets by how often they change: lists with prices, then texts, then pictures, whose forms are long. */
function rankOf({ type, settings }: ReadWidget): number {
  const fields = Object.entries(WIDGET_FIELDS[type] ?? {})
  if (fields.some(([name, field]) => isList(field) && !isBlank(settings[name]))) return 0
  return fields.some(([, field]) => field.type === 'media-zone') ? 2 : 1
}

const isList = (field: Field) => field.type === 'group' && field.asTable === true
const isBlank = (value: unknown) => value === '' || (Array.isArray(value) && value.length === 0)

function NameField({ label }: { label: string }) {
  const { t } = useTranslation()
  const designer = useDesigner()
  const page = useDesignerState((state) => state.page)
  return (
    <TextInput
      label={label}
      withAsterisk
      maxLength={100}
      dir="auto"
      value={page.name}
      error={page.name.trim() === '' ? t('validation.required', { field: label }) : undefined}
      onChange={(event) =>
        designer.commit(
          { ...page, name: event.currentTarget.value },
          { name: 'rename', count: 0 },
          'page name',
        )
      }
    />
  )
}

const UseValues = lazyPart(
  async () => (await import('#content/pages/parts/late-parts.ts')).lateParts.UseValues,
)

interface WidgetFormProps {
  widget: ReadWidget
  host: FieldsHost
  tried: boolean
  onFocus: () => void
}

function WidgetForm({ widget, host, tried, onFocus }: WidgetFormProps) {
  const designer = useDesigner()
  const { t } = useTranslation()
  const fields = WIDGET_FIELDS[widget.type] ?? {}
  const parts = partsOf(fields)
  const form = {
    fields,
    values: widget.settings,
    errors: checkValues(fields, widget.settings),
    showErrors: tried,
    host,
    onChange: (name: string, value: unknown) => {
      const next = { ...widget, settings: { ...widget.settings, [name]: value } }
      const page = withWidgets(designer.state.page, [next])
      designer.commit(page, { name: 'edit', count: 1 }, `edit ${widget.id} ${name}`)
    },
  }
  const [left] = useState(() => leftToDesigner(widget))
  if (isUse(widget) && !widget.locked)
    return (
      <fieldset className={styles.widget} data-widget-form={widget.id} onFocus={onFocus}>
        <legend>{widget.name}</legend>
        <Waiting>
          <UseValues widget={widget} host={host} showErrors={tried} />
        </Waiting>
      </fieldset>
    )
  if (Object.keys(fields).length === 0 || widget.locked) return null
  return (
    <fieldset className={styles.widget} data-widget-form={widget.id} onFocus={onFocus}>
      <legend>{widget.name}</legend>
      <FieldsForm {...form} only={(name) => parts.content.has(name) && !left.has(name)} />
      {host.notice?.(widget)}
      {(['look', 'actions'] as const)
        .filter((part) => parts[part].size > 0)
        .map((part) => (
          <details key={part} className={styles.look}>
            <summary>{t(`designer.sections.${part}`)}</summary>
            <FieldsForm {...form} only={(name) => parts[part].has(name)} />
          </details>
        ))}
    </fieldset>
  )
}

/** Fields left to the designer: an empty list, and the empty text above a filled one. */
function leftToDesigner({ type, settings }: ReadWidget): ReadonlySet<string> {
  const fields = Object.entries(WIDGET_FIELDS[type] ?? {})
  const hasRows = fields.some(([name, field]) => isList(field) && !isBlank(settings[name]))
  const left = fields.filter(([name, field]) => isBlank(settings[name]) && hasRows !== isList(field))
  return new Set(left.map(([name]) => name))
}

interface LivePreviewProps {
  /** The widget whose field has the focus. */
  current: ReadWidget | undefined
  onChoose: (widget: ReadWidget, row: string | undefined) => void
}

/** The page with unsaved input. Clicking a widget focuses its fields. */
function LivePreview({ current, onChoose }: LivePreviewProps) {
  const { t } = useTranslation()
  const page = useDesignerState((state) => state.page)
  const [motion] = useState(() => !window.matchMedia('(prefers-reduced-motion: reduce)').matches)
  const { document } = useExpanded(page)
  const host = usePageHost({ document, mode: 'design', motion, asScreen: true })
  const room = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(0)
  useEffect(() => {
    const element = room.current
    if (!element) return
    const observer = new ResizeObserver(() => setScale(element.clientWidth / page.width))
    observer.observe(element)
    return () => observer.disconnect()
  }, [page.width])
  const choose = (at: Point, event: { clientX: number; clientY: number }) => {
    const [widget] = widgetsAt(page, { x: at.x / scale, y: at.y / scale })
    if (!widget) return
    const drawn = room.current?.querySelectorAll(`[data-widget="${CSS.escape(widget.id)}"] [data-row]`) ?? []
    const row = [...drawn].find((one) => isAt(one.getBoundingClientRect(), event))
    onChoose(widget, row?.getAttribute('data-row') ?? undefined)
  }
  return (
    <figure
      className={styles.preview}
      dir="ltr"
      style={{ '--ratio': page.width / page.height } as CSSProperties}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a short cut for the pointer; the form has every field */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div
        ref={room}
        className={styles.room}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect()
          choose({ x: event.clientX - box.left, y: event.clientY - box.top }, event)
        }}
      >
        <div inert>{scale > 0 && <LayoutView document={document} host={host} scale={scale} />}</div>
        {current && (
          <div
            className={styles.current}
            style={{
              left: current.x * scale,
              top: current.y * scale,
              width: current.width * scale,
              height: current.height * scale,
            }}
          />
        )}
      </div>
      <figcaption>{t('cards.livePreview')}</figcaption>
    </figure>
  )
}

const isAt = (
  { left, right, top, bottom }: DOMRect,
  { clientX: x, clientY: y }: { clientX: number; clientY: number },
) => left <= x && x < right && top <= y && y < bottom
