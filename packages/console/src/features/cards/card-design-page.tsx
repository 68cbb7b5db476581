import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { STANDARD_HEIGHT, STANDARD_WIDTH } from '@vitrine/contract/storyboards'
import { useTranslation } from 'react-i18next'
import { PageEditor } from '#features/page-editor.tsx'
import { freePageName } from '#features/page-names.ts'
import { useCan } from '#ui/use-can.ts'
import { CardRecord } from './card-edit-page.tsx'
import { cardsQuery } from './queries.ts'
import { useCardSaving } from './use-card-saving.ts'

/** `cards/design-template`: a new template, empty. */
export function TemplateNewPage() {
  const { t } = useTranslation()
  const mayWrite = useCan('write', 'cards')
  const templates = useQuery(cardsQuery('1'))
  const saving = useCardSaving(undefined, true)
  if (templates.isPending) return null
  const name = freePageName(t('cards.template'), templates.data ?? [])
  return (
    <PageEditor
      page={{ name, width: STANDARD_WIDTH, height: STANDARD_HEIGHT, widgets: [] }}
      id=""
      title={t('cards.newTemplate')}
      nameLabel={t('cards.name')}
      list={{ label: t('cards.title'), to: '/app/cards' }}
      failed="errors.createTemplate"
      draftKey="template new"
      mayWrite={mayWrite}
      design
      {...saving}
    />
  )
}

/** `cards/design-template/{id}`: the document of that card (or template) in the designer. */
export function TemplateDesignPage() {
  const { id } = useParams({ from: '/app/cards/design-template/$id' })
  return <CardRecord id={id} design />
}
