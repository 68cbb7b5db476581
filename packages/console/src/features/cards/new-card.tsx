import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LateTemplatePicker } from '#features/templates/late-template-picker.tsx'
import { ownTemplatesQuery } from '#features/templates/queries.ts'
import type { ChosenTemplate } from '#features/templates/template-picker.tsx'
import { freePageName } from '#lib/text/page-names.ts'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { cardsQuery } from './queries.ts'
import { newDraftKey, useCardSaving } from './use-card-saving.ts'

const PageEditor = lazyPart(async () => (await import('#features/pages/page-editor.tsx')).PageEditor)

interface Props {
  chosen: ChosenTemplate
  /** A template, which opens in the designer directly. */
  isTemplate?: boolean
}

/** What was chosen as a card that is not saved yet, under a name that is free: templates are cards and share their names. */
export function NewCard({ chosen, isTemplate = false }: Props) {
  const { t } = useTranslation()
  const mayWrite = useCan('write', 'cards')
  const taken = useQueries({ queries: [cardsQuery(), ownTemplatesQuery()] })
  const saving = useCardSaving(undefined, isTemplate, chosen.id)
  if (taken.some(({ isPending }) => isPending)) return null
  const name = freePageName(
    chosen.name || t(isTemplate ? 'cards.template' : 'cards.newName'),
    taken.flatMap(({ data }) => data ?? []),
  )
  return (
    <Waiting>
      <PageEditor
        page={{ ...chosen.document, name }}
        id=""
        title={t(isTemplate ? 'cards.newTemplate' : 'cards.addTitle')}
        nameLabel={t('cards.name')}
        list={{ label: t('cards.title'), to: '/app/cards' }}
        failed={(designing) => (designing || isTemplate ? 'errors.createTemplate' : 'errors.createCard')}
        draftKey={newDraftKey(isTemplate ? 'template' : 'card', chosen.id)}
        mayWrite={mayWrite}
        templates={LateTemplatePicker}
        design={isTemplate}
        {...saving}
      />
    </Waiting>
  )
}
