import { Button } from '@mantine/core'
import { CaretDownIcon } from '@phosphor-icons/react/dist/csr/CaretDown'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useDesignerState } from '#content/pages/designer/state/use-designer.ts'

/** The zoom level as a button; accepts a menu target's props. */
export function ShownZoom(button: ComponentProps<'button'>) {
  const { t } = useTranslation()
  const percent = Math.round(useDesignerState((state) => state.view.zoom) * 100)
  return (
    <Button
      {...button}
      variant="subtle"
      aria-label={t('designer.zoom', { percent })}
      rightSection={<CaretDownIcon size={12} aria-hidden="true" />}
    >
      <bdi dir="ltr">{percent} %</bdi>
    </Button>
  )
}
