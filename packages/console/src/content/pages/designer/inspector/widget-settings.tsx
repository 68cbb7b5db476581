import { TextInput } from '@mantine/core'
import { type ReadWidget, WIDGET_NAME_MAX } from '@vitrine/contract/document/layout-document'
import type { FontSettings } from '@vitrine/contract/fields/kinds/font-settings'
import { checkValues } from '@vitrine/contract/fields/values'
import { definitionOf, WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { memo, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isNameTaken, renamed } from '#content/pages/designer/commands/edit.ts'
import styles from '#content/pages/designer/panels/panels.module.css'
import { partsOf } from '#content/pages/designer/state/look.ts'
import { widgetOf, withWidgets } from '#content/pages/designer/state/page.ts'
import { useDesigner } from '#content/pages/designer/state/use-designer.ts'
import type { FieldsHost } from '#fields/control.ts'
import { useFieldTexts } from '#fields/field-texts.ts'
import { FieldsForm } from '#fields/fields-form.tsx'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { FitButton } from './fit-button.tsx'
import { PositionFields } from './position-fields.tsx'
import { LateSection, Section } from './section.tsx'
import { SeveralFields } from './several-fields.tsx'
import { SharedLook } from './shared-look.tsx'
import { useStyleButtons } from './style-buttons.tsx'

const LetterWarnings = lazyPart(async () => (await import('./letter-warnings.tsx')).LetterWarnings)
const FrameFields = lazyPart(async () => (await import('./frame-fields.tsx')).FrameFields)
const PinFields = lazyPart(async () => (await import('./pin-fields.tsx')).PinFields)
const PartValues = lazyPart(
  async () => (await import('#content/pages/parts/late-parts.ts')).lateParts.PartValues,
)
const SiteNotice = lazyPart(async () => (await import('#pickers/sites/site-notice.tsx')).SiteNotice)

interface WidgetSettingsProps {
  widget: ReadWidget
  host: FieldsHost
  /** Shows the errors of all fields, after a failed save. */
  showErrors: boolean
}

/** One widget as a form: Content, Look, Position, Actions. */
export function WidgetSettings({ widget, host, showErrors }: WidgetSettingsProps) {
  const { t } = useTranslation()
  const designer = useDesigner()
  const fields = WIDGET_FIELDS[widget.type] ?? {}
  const { id, settings: values } = widget
  const onChange = useCallback(
    (name: string, value: unknown) => {
      const { page } = designer.state
      const now = widgetOf(page, id)
      if (!now) return
      const next = { ...now, settings: { ...now.settings, [name]: value } }
      designer.commit(withWidgets(page, [next]), { name: 'edit', count: 1 }, `edit ${id} ${name}`)
    },
    [designer, id],
  )
  const font = values.fontSettings as FontSettings | undefined
  const form = { fields, values, errors: checkValues(fields, values), showErrors, host, onChange }
  const parts = partsOf(fields)
  const beside = useStyleButtons([widget])
  return (
    <>
      <div className={`${styles.section} ${styles.stack}`}>
        <NameField key={widget.name} id={id} type={widget.type} name={widget.name} />
        {widget.known && <FitButton />}
      </div>
      {!widget.known && <p className={styles.note}>{t('designer.unknownWidget', { type: widget.type })}</p>}
      {designer.isPart && <ValuesSection key={id} widget={widget} />}
      {parts.content.size > 0 && (
        <Section name="content" title={t('designer.sections.content')}>
          <FieldsForm {...form} only={(name) => parts.content.has(name)} />
          {host.notice?.(widget)}
          {widget.type === 'link' && (
            <Waiting quiet>
              <SiteNotice address={String(widget.settings.linkURL ?? '')} />
            </Waiting>
          )}
        </Section>
      )}
      {parts.look.size > 0 && (
        <Section name="look" title={t('designer.sections.look')}>
          <FieldsForm {...form} only={(name) => parts.look.has(name)} beside={beside} />
          {font?.size !== undefined && (
            <Waiting quiet>
              <LetterWarnings key={id} {...{ id, font, onChange }} />
            </Waiting>
          )}
        </Section>
      )}
      <Section name="position" title={t('designer.sections.position')}>
        <PositionFields widgets={[widget]} />
      </Section>
      <BoxSections widgets={[widget]} host={host} />
      {parts.actions.size > 0 && (
        <Section name="actions" title={t('designer.sections.actions')}>
          <FieldsForm {...form} only={(name) => parts.actions.has(name)} />
        </Section>
      )}
    </>
  )
}

/** Of a widget of a part: what pages can set. */
function ValuesSection({ widget }: { widget: ReadWidget }) {
  const { t } = useTranslation()
  return (
    <Section name="values" title={t('parts.values')}>
      <Waiting>
        <PartValues widget={widget} />
      </Waiting>
    </Section>
  )
}

/** The settings that several widgets share. */
export function SharedSettings({ widgets, host }: { widgets: readonly ReadWidget[]; host: FieldsHost }) {
  const { t } = useTranslation()
  return (
    <>
      <p className={styles.count}>{t('designer.several', { count: widgets.length })}</p>
      <div className={styles.section}>
        <FitButton />
      </div>
      <SeveralFields widgets={widgets} />
      <SharedLook widgets={widgets} host={host} />
      <Section name="position" title={t('designer.sections.position')}>
        <PositionFields widgets={widgets} />
      </Section>
      <BoxSections widgets={widgets} host={host} />
    </>
  )
}

/** Settings of every widget's box: its frame, and its pins to a page that changes its size. */
function BoxSections(props: { widgets: readonly ReadWidget[]; host: FieldsHost }) {
  const { t } = useTranslation()
  return (
    <>
      <LateSection name="frame" title={t('designer.sections.frame')}>
        <Waiting>
          <FrameFields {...props} />
        </Waiting>
      </LateSection>
      <LateSection name="pins" title={t('designer.sections.pins')}>
        <Waiting>
          <PinFields widgets={props.widgets} />
        </Waiting>
      </LateSection>
    </>
  )
}

const NameField = memo(function NameField({ id, type, name }: Pick<ReadWidget, 'id' | 'type' | 'name'>) {
  const { t } = useTranslation()
  const words = useFieldTexts()
  const designer = useDesigner()
  const [taken, setTaken] = useState(false)
  const label = words(definitionOf(type)?.label ?? type)
  return (
    <TextInput
      label={label}
      description={t('designer.nameHint')}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      defaultValue={name}
      maxLength={WIDGET_NAME_MAX}
      error={taken && t('designer.nameTaken')}
      onChange={(event) => setTaken(isNameTaken(designer, id, event.currentTarget.value))}
      onBlur={(event) => {
        if (event.currentTarget.value.trim() === '') event.currentTarget.value = name
        renamed(designer, id, event.currentTarget.value)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
      }}
    />
  )
})
