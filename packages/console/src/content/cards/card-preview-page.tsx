import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { readDocument } from '@vitrine/contract/document/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { useTranslation } from 'react-i18next'
import { PreviewOf } from '#content/pages/preview/page-preview-of.tsx'
import { cardQuery } from '#queries/cards.ts'
import { EmptyState } from '#ui/page/empty-state.tsx'
import { RecordView } from '#ui/page/record-view.tsx'

/** `cards/preview/{id}`: the card as a screen shows it. */
export function CardPreviewPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { id } = useParams({ from: '/app/cards/preview/$id' })
  return (
    <RecordView query={useQuery(cardQuery(id))}>
      {(card) =>
        card.widgets.length === 0 ? (
          <EmptyState
            variant="missing"
            title={t('cards.emptyPreview')}
            action={
              <Button renderRoot={(props) => <Link to="/app/cards/edit/$id" params={{ id }} {...props} />}>
                {t('cards.edit')}
              </Button>
            }
          />
        ) : (
          <PreviewOf
            id={card.id}
            name={card.name}
            document={readDocument(card, WIDGET_FIELDS)}
            onClose={() => void navigate({ to: '/app/cards' })}
          />
        )
      }
    </RecordView>
  )
}
