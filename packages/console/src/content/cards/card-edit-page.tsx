import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Card } from '@vitrine/contract/api/content/cards'
import { useTranslation } from 'react-i18next'
import { LateTemplatePicker } from '#content/templates/late-template-picker.tsx'
import { cardQuery } from '#queries/cards.ts'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import { RecordView } from '#ui/page/record-view.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { pageOf, useCardSaving } from './use-card-saving.ts'

const PageEditor = lazyPart(async () => (await import('#content/pages/page-editor.tsx')).PageEditor)

export function CardEditPage() {
  const { id } = useParams({ from: '/app/cards/edit/$id' })
  return <CardRecord id={id} />
}

/** The editor of a card. Loads once: a refetch must not change what a user is editing. */
export function CardRecord({ id, design = false }: { id: string; design?: boolean }) {
  const query = useQuery({
    ...cardQuery(id),
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <RecordView query={query}>
      {(card) => <CardEditor key={card.id} card={card} design={design} />}
    </RecordView>
  )
}

function CardEditor({ card, design }: { card: Card; design: boolean }) {
  const { t } = useTranslation()
  const mayWrite = useCan('write', 'cards')
  const saving = useCardSaving(card, card.isTemplate)
  return (
    <Waiting>
      <PageEditor
        page={pageOf(card)}
        id={card.id}
        title={card.name}
        nameLabel={t('cards.name')}
        list={{ label: t('cards.title'), to: '/app/cards' }}
        failed={(designing) => (designing || card.isTemplate ? 'errors.updateTemplate' : 'errors.updateCard')}
        draftKey={`card ${card.id}`}
        mayWrite={mayWrite}
        templates={LateTemplatePicker}
        design={design}
        {...saving}
      />
    </Waiting>
  )
}
