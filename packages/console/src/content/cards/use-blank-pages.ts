import { LANDSCAPE, PORTRAIT, WALL } from '@vitrine/widgets/template'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FirstPage } from '#content/templates/template-picker.tsx'

/** Empty pages, one per screen shape. */
export function useBlankPages(): readonly FirstPage[] {
  const { t } = useTranslation()
  return useMemo(
    () =>
      [LANDSCAPE, PORTRAIT, WALL].map((size) => ({
        key: `blank-${size.width}x${size.height}`,
        label: t('cards.starters.blank'),
        document: { ...size, widgets: [] },
      })),
    [t],
  )
}
