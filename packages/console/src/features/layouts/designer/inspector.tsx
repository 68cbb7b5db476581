import { createTheme, MantineThemeProvider, TextInput } from '@mantine/core'
import { checkValues } from '@vitrine/contract/fields/values'
import type { ReadWidget } from '@vitrine/contract/layout-document'
import { definitionOf, WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldsHost } from '#fields/control.ts'
import { FieldsForm } from '#fields/fields-form.tsx'
import { useWords } from '#fields/words.ts'
import { renamed } from './commands/edit.ts'
import { partsOf } from './look.ts'
import { withWidgets } from './page.ts'
import { PageSettings } from './page-settings.tsx'
import styles from './panels.module.css'
import { PositionFields } from './position-fields.tsx'
import { useDesigner, useDesignerState } from './use-designer.ts'

interface InspectorProps {
  host: FieldsHost
  /** The page's size may be changed. */
  sizes: boolean
  /** Errors of every field at once: saving was tried. */
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
export function Inspector({ host, sizes, showErrors }: InspectorProps) {
  const { t } = useTranslation()
  const designer = useDesigner()
  const page = useDesignerState((state) => state.page)
  const selection = useDesignerState((state) => state.selection)
  const panel = useRef<HTMLDivElement>(null)
  const widgets = selection.flatMap((id) => page.widgets.find((widget) => widget.id === id) ?? [])
  const [only] = widgets

  useEffect(
    () =>
      designer.onRequest((request) => {
        if (request !== 'content' && request !== 'properties') return
        const root = panel.current?.querySelector('[data-section="content"]') ?? panel.current
        const zone = root?.querySelector<HTMLElement>('[data-content]')
        const first = root?.querySelector<HTMLElement>('input, textarea, button')
        const target = request === 'content' ? (zone ?? first) : first
        target?.focus()
        // Typing replaces what is there, as in every other field that is opened by a key.
        if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) target.select()
        if (request === 'content') zone?.click()
      }),
    [designer],
  )

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears that a field was left, and Escape on its way up
    <div
      ref={panel}
      className={styles.inspector}
      onBlur={() => designer.seal()}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) designer.request('canvas')
      }}
    >
      <MantineThemeProvider theme={COMPACT} inherit>
        {!only && <PageSettings host={host} sizes={sizes} />}
        {only && widgets.length === 1 && (
          <WidgetSettings key={only.id} widget={only} host={host} showErrors={showErrors} />
        )}
        {widgets.length > 1 && (
          <Section name="position" title={t('designer.several', { count: widgets.length })}>
            <PositionFields widgets={widgets} />
          </Section>
        )}
      </MantineThemeProvider>
    </div>
  )
}

interface WidgetSettingsProps extends Omit<InspectorProps, 'sizes'> {
  widget: ReadWidget
}

function WidgetSettings({ widget, host, showErrors }: WidgetSettingsProps) {
  const { t } = useTranslation()
  const designer = useDesigner()
  const fields = WIDGET_FIELDS[widget.type] ?? {}
  const form = {
    fields,
    values: widget.settings,
    errors: checkValues(fields, widget.settings),
    showErrors,
    host,
    onChange: (name: string, value: unknown) => {
      const { page } = designer.state
      const next = { ...widget, settings: { ...widget.settings, [name]: value } }
      designer.commit(withWidgets(page, [next]), { name: 'edit', count: 1 }, `edit ${widget.id} ${name}`)
    },
  }
  const parts = partsOf(fields)
  return (
    <>
      <div className={styles.section}>
        <NameField key={widget.name} widget={widget} />
      </div>
      {!widget.known && <p className={styles.note}>{t('designer.unknownWidget', { type: widget.type })}</p>}
      {parts.content.size > 0 && (
        <Section name="content" title={t('designer.sections.content')}>
          <FieldsForm {...form} only={(name) => parts.content.has(name)} />
        </Section>
      )}
      {parts.look.size > 0 && (
        <Section name="look" title={t('designer.sections.look')}>
          <FieldsForm {...form} only={(name) => parts.look.has(name)} />
        </Section>
      )}
      <Section name="position" title={t('designer.sections.position')}>
        <PositionFields widgets={[widget]} />
      </Section>
      {parts.actions.size > 0 && (
        <Section name="actions" title={t('designer.sections.actions')}>
          <FieldsForm {...form} only={(name) => parts.actions.has(name)} />
        </Section>
      )}
    </>
  )
}

function NameField({ widget }: { widget: ReadWidget }) {
  const { t } = useTranslation()
  const words = useWords()
  const designer = useDesigner()
  const label = words(definitionOf(widget.type)?.label ?? widget.type)
  return (
    <TextInput
      label={label}
      description={t('designer.nameHint')}
      inputWrapperOrder={['label', 'input', 'description']}
      defaultValue={widget.name}
      maxLength={200}
      onBlur={(event) => {
        if (!renamed(designer, widget.id, event.currentTarget.value)) event.currentTarget.value = widget.name
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
      }}
    />
  )
}

/** A part of the inspector that folds. */
export function Section({ name, title, children }: { name: string; title: string; children: ReactNode }) {
  return (
    <details className={styles.section} data-section={name} open>
      <summary>{title}</summary>
      {children}
    </details>
  )
}
