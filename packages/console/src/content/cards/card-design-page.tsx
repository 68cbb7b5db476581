import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChosenTemplate } from '#content/templates/template-picker.tsx'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { Page } from '#ui/page/page.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { CardRecord } from './card-edit-page.tsx'
import { NewCard } from './new-card.tsx'
import { useBlankPages } from './use-blank-pages.ts'

const TemplateGallery = lazyPart(
  async () => (await import('#content/templates/template-picker.tsx')).TemplateGallery,
)

/** `cards/design-template`: a new template, empty or from another template. */
export function TemplateNewPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const mayWrite = useCan('write', 'cards')
  const blanks = useBlankPages()
  const [chosen, setChosen] = useState<ChosenTemplate>()
  if (chosen) return <NewCard chosen={chosen} isTemplate />
  return (
    <Page
      title={t('cards.newTemplate')}
      intro={t('cards.templateIntro')}
      breadcrumbs={[{ label: t('cards.title'), to: '/app/cards' }]}
    >
      <Waiting>
        <TemplateGallery
          previews
          firsts={blanks}
          onChoose={setChosen}
          onEdit={
            mayWrite
              ? (id) => void navigate({ to: '/app/cards/design-template/$id', params: { id } })
              : undefined
          }
        />
      </Waiting>
    </Page>
  )
}

/** `cards/design-template/{id}`: a card or template in the designer. */
export function TemplateDesignPage() {
  const { id } = useParams({ from: '/app/cards/design-template/$id' })
  return <CardRecord id={id} design />
}
