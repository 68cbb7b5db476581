import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LateTemplatePicker } from '#content/templates/late-template-picker.tsx'
import type { ChosenTemplate } from '#content/templates/template-picker.tsx'
import { cardsKey, freeCardName } from '#queries/cards.ts'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { newDraftKey, useCardSaving } from './use-card-saving.ts'

const PageEditor = lazyPart(async () => (await import('#content/pages/page-editor.tsx')).PageEditor)

interface Props {
  chosen: ChosenTemplate
  /** Creates a template, in the designer. */
  isTemplate?: boolean
}

/** An unsaved card from the chosen content, under a free name: templates are cards and share their names. */
export function NewCard({ chosen, isTemplate = false }: Props) {
  const { t } = useTranslation()
  const mayWrite = useCan('write', 'cards')
  const wanted = chosen.name || t(isTemplate ? 'cards.template' : 'cards.newName')
  const name = useQuery({
    queryKey: [...cardsKey, 'free name', wanted],
    queryFn: () => freeCardName(wanted),
    gcTime: 0,
  })
  const saving = useCardSaving(undefined, isTemplate, chosen.id)
  if (name.isPending) return null
  return (
    <Waiting>
      <PageEditor
        page={{ ...chosen.document, name: name.data ?? wanted }}
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
