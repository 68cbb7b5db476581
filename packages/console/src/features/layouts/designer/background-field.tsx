import type { FieldsHost } from '#fields/control.ts'
import { FieldsForm } from '#fields/fields-form.tsx'
import { useDesigner, useDesignerState } from './use-designer.ts'

/** The page's own colour as a form of one field. */
const BACKGROUND = {
  background: { type: 'colorPicker', label: 'Background', default: '#000000' },
} as const

export function BackgroundField({ host }: { host: FieldsHost }) {
  const designer = useDesigner()
  const background = useDesignerState((state) => state.page.background ?? '#000000')
  return (
    <FieldsForm
      fields={BACKGROUND}
      values={{ background }}
      errors={{}}
      host={host}
      onChange={(_name, next) =>
        designer.commit(
          { ...designer.state.page, background: String(next) },
          { name: 'background', count: 0 },
          'background',
        )
      }
    />
  )
}
