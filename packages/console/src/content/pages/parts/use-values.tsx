import { Button } from '@mantine/core'
import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import { fieldsOfPart, type PartUse, valuesOfUse } from '@vitrine/contract/document/part-use'
import { checkValues } from '@vitrine/contract/fields/values'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { resetValues, setValue } from '#content/pages/designer/state/parts.ts'
import { useDesigner } from '#content/pages/designer/state/use-designer.ts'
import { useBoundFieldsHost } from '#content/pages/host/use-bound-fields-host.tsx'
import type { FieldsHost } from '#fields/control.ts'
import { FieldsForm } from '#fields/fields-form.tsx'
import { usePageMedia } from '#pictures/pages/page-host.ts'
import { useExpanded } from '#pictures/pages/use-expanded.ts'

interface UseValuesProps {
  widget: ReadWidget & { use: PartUse }
  /** Of the page. */
  host: FieldsHost
  showErrors: boolean
}

/** The values of a part on a page, as fields of their kinds. */
export function UseValues({ widget, host: of, showErrors }: UseValuesProps) {
  const { t } = useTranslation()
  const designer = useDesigner()
  const alone = useMemo(() => ({ width: 1, height: 1, widgets: [widget] }), [widget])
  const { document, parts, isPending } = useExpanded(alone)
  const { host: own, dialogs } = useBoundFieldsHost(usePageMedia(document))
  const host = useMemo(() => ({ ...of, ...own }), [of, own])
  const part = parts.get(widget.use.part)
  if (!part) return <p>{t(isPending ? 'overlay.loading' : 'parts.missing')}</p>
  const fields = fieldsOfPart(part, WIDGET_FIELDS)
  const values = valuesOfUse(part, WIDGET_FIELDS, widget.use)
  const stored = widget.use.values ?? {}
  const set = Object.keys(fields).filter((key) => Object.hasOwn(stored, key))
  // Text stays in its field, also while it isn't valid.
  const shown = { ...values, ...Object.fromEntries(set.map((key) => [key, stored[key]])) }
  if (Object.keys(fields).length === 0) return <p>{t('parts.noValues')}</p>
  return (
    <>
      <FieldsForm
        fields={fields}
        values={shown}
        errors={checkValues(fields, shown)}
        showErrors={showErrors}
        host={host}
        onChange={(key, value) => setValue(designer, widget.id, key, value)}
      />
      {set.length > 0 && (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => {
            resetValues(designer, widget.id, set)
          }}
        >
          {t('parts.reset')}
        </Button>
      )}
      {dialogs}
    </>
  )
}
