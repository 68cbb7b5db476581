import { useSearch } from '@tanstack/react-router'
import { STANDARD_HEIGHT, STANDARD_WIDTH } from '@vitrine/contract/api/content/storyboards'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTemplate } from '#content/templates/api.ts'
import { type ChosenTemplate, TemplateGallery } from '#content/templates/template-picker.tsx'
import { Page } from '#ui/page/page.tsx'
import { NewCard } from './new-card.tsx'
import { useCardStarters } from './use-card-starters.ts'

const CARD_SIZE = { width: STANDARD_WIDTH, height: STANDARD_HEIGHT }

/** `cards/create`: choose the content (unless the URL names it), then fill in the form. */
export function CardCreatePage() {
  const { t } = useTranslation()
  const starters = useCardStarters()
  const { template: key } = useSearch({ from: '/app/cards/create' })
  const template = useTemplate(key)
  const [chosen, setChosen] = useState<ChosenTemplate>()
  if (template === undefined) return null
  const initial = chosen ?? template
  if (initial) return <NewCard chosen={initial} />
  return (
    <Page
      title={t('cards.addTitle')}
      intro={t('cards.chooseTitle')}
      breadcrumbs={[{ label: t('cards.title'), to: '/app/cards' }]}
    >
      <TemplateGallery previews size={CARD_SIZE} firsts={starters} onChoose={setChosen} />
    </Page>
  )
}
