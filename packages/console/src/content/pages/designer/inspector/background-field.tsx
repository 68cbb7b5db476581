import { useId } from 'react'
import { useDesigner, useDesignerState } from '#content/pages/designer/state/use-designer.ts'
import type { FieldsHost } from '#fields/control.ts'
import { ColorPickerControl } from '#fields/controls/color-picker.tsx'
import { useFieldTexts } from '#fields/field-texts.ts'
import styles from '#fields/fields.module.css'

const BLACK = '#000000'
const FIELD = { type: 'colorPicker', label: 'Background', default: BLACK, allowGradient: true } as const

/** The page's background color. A standalone control, because a form of fields would load all the others. */
export function BackgroundField({ host }: { host: FieldsHost }) {
  const id = useId()
  const words = useFieldTexts()
  const designer = useDesigner()
  const background = useDesignerState((state) => state.page.background ?? BLACK)
  const label = words(FIELD.label)
  return (
    <div className={styles.row} data-field="background" data-type={FIELD.type}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <ColorPickerControl
        id={id}
        label={label}
        field={FIELD}
        value={background}
        describedBy={undefined}
        invalid={false}
        errors={{}}
        values={{}}
        host={host}
        onChange={(next) =>
          designer.commit(
            { ...designer.state.page, background: next },
            { name: 'background', count: 0 },
            'background',
          )
        }
      />
    </div>
  )
}
