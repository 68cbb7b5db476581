import { Checkbox, TextInput } from '@mantine/core'
import type { ReadWidget } from '@vitrine/contract/document/layout-document'
import { PART_VALUE_NAME_MAX } from '@vitrine/contract/document/part-use'
import { useTranslation } from 'react-i18next'
import { namedValue, valueAt, valueFieldsOf } from '#content/pages/designer/state/parts.ts'
import { useDesigner, useDesignerState } from '#content/pages/designer/state/use-designer.ts'
import sheet from '#content/pages/parts/parts.module.css'
import { useFieldTexts } from '#fields/field-texts.ts'

/** In a part: which of a widget's texts, pictures, and colors pages can set, and under which names. */
export function PartValues({ widget }: { widget: ReadWidget }) {
  const { t } = useTranslation()
  const words = useFieldTexts()
  const designer = useDesigner()
  const page = useDesignerState((state) => state.page)
  const fields = valueFieldsOf(widget)
  if (fields.length === 0) return <p>{t('parts.noFields')}</p>
  return (
    <>
      <p>{t('parts.valuesHint')}</p>
      {fields.map(([name, field]) => {
        const value = valueAt(page, widget.id, name)
        const label = words(field.label)
        return (
          <div key={name} className={sheet.target}>
            <Checkbox
              size="xs"
              label={label}
              checked={value !== undefined}
              onChange={(event) =>
                namedValue(designer, widget.id, name, event.currentTarget.checked ? freeLabel(label) : '')
              }
            />
            {value && (
              <TextInput
                key={value.label}
                size="xs"
                aria-label={t('parts.valueName', { field: label })}
                defaultValue={value.label}
                maxLength={PART_VALUE_NAME_MAX}
                onBlur={(event) => {
                  const wanted = event.currentTarget.value.trim()
                  if (wanted === '') event.currentTarget.value = value.label
                  else namedValue(designer, widget.id, name, wanted)
                }}
                onKeyDown={(event) => {
                  if (event.key === 'Enter') event.currentTarget.blur()
                }}
              />
            )}
          </div>
        )
      })}
    </>
  )

  /** Another value of this name would be the same one, which only a person decides. */
  function freeLabel(label: string): string {
    const names = new Set(page.values?.map((value) => value.label))
    if (!names.has(label)) return label
    const name = `${widget.name} ${label}`.slice(0, PART_VALUE_NAME_MAX)
    return names.has(name) ? `${name.slice(0, PART_VALUE_NAME_MAX - 4)} ${names.size + 1}` : name
  }
}
