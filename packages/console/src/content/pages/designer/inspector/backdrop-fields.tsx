import { BACKDROP_FIELDS, readBackdrop } from '@vitrine/contract/document/backdrop'
import type { Fields } from '@vitrine/contract/fields/field'
import { checkValues, readValues } from '@vitrine/contract/fields/values'
import { useCallback } from 'react'
import { useDesigner, useDesignerState } from '#content/pages/designer/state/use-designer.ts'
import type { FieldsHost } from '#fields/control.ts'
import { FieldsForm } from '#fields/fields-form.tsx'
import { OverlayButtons } from './overlay-buttons.tsx'

const FIELDS: Fields = BACKDROP_FIELDS

/** A picture or video behind the page's widgets. */
export function BackdropFields({ host }: { host: FieldsHost }) {
  const designer = useDesigner()
  const backdrop = useDesignerState((state) => state.page.backdrop)
  const values = readValues(FIELDS, backdrop ?? {})
  const onChange = useCallback(
    (name: string, value: unknown) => {
      const { backdrop: before, ...page } = designer.state.page
      const changed = { ...readValues(FIELDS, before ?? {}), [name]: value }
      if (Object.keys(checkValues(FIELDS, changed)).length > 0) return
      const next = readBackdrop(changed)
      designer.commit(
        next ? { ...page, backdrop: next } : page,
        { name: 'background', count: 0 },
        `backdrop ${name}`,
      )
    },
    [designer],
  )
  return (
    <>
      <FieldsForm
        fields={FIELDS}
        values={values}
        errors={checkValues(FIELDS, values)}
        host={host}
        onChange={onChange}
      />
      {backdrop?.media && (
        <OverlayButtons
          value={backdrop.overlay ?? ''}
          onChange={(overlay) => {
            designer.seal()
            onChange('overlay', overlay)
          }}
        />
      )}
    </>
  )
}
