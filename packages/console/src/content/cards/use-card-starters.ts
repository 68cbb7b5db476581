import { templateDocument } from '@vitrine/widgets/template-document'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { FirstPage } from '#content/templates/template-picker.tsx'
import { newId } from '#lib/browser/new-id.ts'
import { useTemplateOwner } from '#queries/templates.ts'
import { CARD_STARTERS, type CardStarter } from './card-starters.ts'

/** Basic cards in the organization's colors. */
export function useCardStarters(): readonly FirstPage[] {
  const { t } = useTranslation()
  const owner = useTemplateOwner()
  return useMemo(
    () =>
      (Object.keys(CARD_STARTERS) as CardStarter[]).map((key) => ({
        key,
        label: t(`cards.starters.${key}`),
        document: templateDocument(CARD_STARTERS[key], owner, newId),
      })),
    [owner, t],
  )
}
