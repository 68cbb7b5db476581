import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import styles from '#content/pages/designer/panels/panels.module.css'
import { sharedLookOf, sharedValuesOf, withShared } from '#content/pages/designer/state/look.ts'
import { withWidgets } from '#content/pages/designer/state/page.ts'
import { useDesigner } from '#content/pages/designer/state/use-designer.ts'
import type { FieldsHost } from '#fields/control.ts'
import { useFieldTexts } from '#fields/field-texts.ts'
import { FieldsForm } from '#fields/fields-form.tsx'
import { listText } from '#lib/text/format.ts'
import { Section } from './section.tsx'
import { useStyleButtons } from './style-buttons.tsx'

/** The look settings that several widgets share. Marks mixed values; a change applies to all. */
export function SharedLook({ widgets, host }: { widgets: readonly ReadWidget[]; host: FieldsHost }) {
  const { t } = useTranslation()
  const words = useFieldTexts()
  const designer = useDesigner()
  const types = widgets.map(({ type }) => type).join()
  // Keyed by types: moving a widget must not rebuild the form.
  const fields = useMemo(() => sharedLookOf(types.split(',')), [types])
  const onChange = useCallback(
    (name: string, value: unknown) => {
      const { page } = designer.state
      const selected = designer.selected()
      const changed = selected.map((widget) => withShared(widget, name, value))
      const ids = selected.map(({ id }) => id).join()
      designer.commit(
        withWidgets(page, changed),
        { name: 'edit', count: changed.length },
        `look ${ids} ${name}`,
      )
    },
    [designer],
  )
  const beside = useStyleButtons(widgets)
  const names = Object.keys(fields)
  const [first] = widgets
  if (!first || names.length === 0) return null
  const mixed = names.filter((name) =>
    widgets.some((widget) => JSON.stringify(widget.settings[name]) !== JSON.stringify(first.settings[name])),
  )
  return (
    <Section name="look" title={t('designer.sections.look')}>
      {mixed.length > 0 && (
        <p className={styles.mixed}>
          {t('designer.mixedLook', {
            fields: listText(mixed.map((name) => words(fields[name]?.label ?? name))),
          })}
        </p>
      )}
      <FieldsForm
        fields={fields}
        values={sharedValuesOf(widgets, fields)}
        errors={NO_ERRORS}
        host={host}
        onChange={onChange}
        beside={beside}
      />
    </Section>
  )
}
const NO_ERRORS = {}
