import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useDesigner, useDesignerState } from '#content/pages/designer/state/use-designer.ts'

/** Whether the page takes the shape of the screen that plays it. */
export function ShapeField() {
  const { t } = useTranslation()
  const designer = useDesigner()
  const isScreen = useDesignerState((state) => state.page.shape === 'screen')
  return (
    <Checkbox
      label={t('designer.screenShape')}
      description={t('designer.screenShapeText')}
      checked={isScreen}
      onChange={({ currentTarget }) => {
        const { shape: _, ...page } = designer.state.page
        const next = currentTarget.checked ? { ...page, shape: 'screen' as const } : page
        designer.commit(next, { name: 'page', count: 0 })
      }}
    />
  )
}
