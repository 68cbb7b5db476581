import { Button, SegmentedControl } from '@mantine/core'
import { CardsIcon } from '@phosphor-icons/react/dist/csr/Cards'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Card } from '@vitrine/contract/cards'
import { readDocument } from '@vitrine/contract/layout-document'
import { WIDGET_FIELDS } from '@vitrine/widgets/definitions'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageGallery } from '#features/page-gallery.tsx'
import { api } from '#lib/api.ts'
import { Page } from '#ui/page.tsx'
import { useCan } from '#ui/use-can.ts'
import { useDeletion } from '#ui/use-deletion.tsx'
import { useAction } from '#ui/use-write.ts'
import { CardPicture } from './card-picture.tsx'
import { DuplicateCardDialog } from './duplicate-card-dialog.tsx'
import { cardsKey, cardsQuery } from './queries.ts'

/** All cards as little screens; templates are a list of their own. */
export function CardsPage() {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const mayWrite = useCan('write', 'cards')
  const [templates, setTemplates] = useState(false)
  const query = useQuery(cardsQuery(templates ? '1' : '0'))
  const [copied, setCopied] = useState<Card>()
  const deletion = useDeletion<Card>({
    remove: ({ id }) => api.cards.remove({ params: { id } }),
    name: ({ name }) => name,
    failed: 'errors.deleteCard',
    invalidates: [cardsKey],
    onDeleted: () => void navigate({ to: '/app/cards' }),
  })
  const asTemplate = useAction({
    write: ({ name, width, height, widgets, config, thumbnailId }: Card) =>
      api.cards.create({ body: { name, width, height, widgets, config, thumbnailId, isTemplate: true } }),
    failed: 'errors.createTemplate',
    invalidates: [cardsKey],
  })
  const edit = ({ id, isTemplate }: Card) =>
    void navigate({
      to: isTemplate ? '/app/cards/design-template/$id' : '/app/cards/edit/$id',
      params: { id },
    })
  const day = (time: string) =>
    new Intl.DateTimeFormat(i18n.resolvedLanguage, { dateStyle: 'medium' }).format(Date.parse(time))
  const create = mayWrite && (
    <Button
      onClick={() => void navigate({ to: templates ? '/app/cards/design-template' : '/app/cards/create' })}
    >
      {t(templates ? 'cards.newTemplate' : 'cards.add')}
    </Button>
  )
  return (
    <Page title={t('cards.title')} intro={t('cards.intro')} actions={create}>
      <SegmentedControl
        mb={16}
        aria-label={t('cards.title')}
        value={templates ? 'templates' : 'cards'}
        onChange={(value) => setTemplates(value === 'templates')}
        data={[
          { value: 'cards', label: t('cards.title') },
          { value: 'templates', label: t('cards.templates') },
        ]}
      />
      <PageGallery
        query={query}
        label={t(templates ? 'cards.templates' : 'cards.title')}
        documentOf={(card) => readDocument(card, WIDGET_FIELDS)}
        picture={(card) => <CardPicture card={card} />}
        note={({ updatedAt }) => t('cards.changed', { time: day(updatedAt) })}
        open={edit}
        actions={(card) => [
          { id: 'edit', label: t('cards.edit'), run: () => edit(card) },
          {
            id: 'preview',
            label: t('cards.preview'),
            run: () => void navigate({ to: '/app/cards/preview/$id', params: { id: card.id } }),
          },
          ...(mayWrite
            ? [
                {
                  id: 'design',
                  label: t('cards.design'),
                  run: () => void navigate({ to: '/app/cards/design-template/$id', params: { id: card.id } }),
                },
                { id: 'duplicate', label: t('cards.duplicate'), run: () => setCopied(card) },
                ...(card.isTemplate
                  ? []
                  : [{ id: 'template', label: t('cards.asTemplate'), run: () => void asTemplate(card) }]),
                { id: 'delete', label: t('table.delete'), bad: true, run: () => deletion.ask(card) },
              ]
            : []),
        ]}
        empty={{
          icon: CardsIcon,
          title: t('cards.emptyTitle'),
          text: t('cards.emptyText'),
          action: create || undefined,
        }}
      />
      {copied && <DuplicateCardDialog card={copied} onClose={() => setCopied(undefined)} />}
      {deletion.dialog}
    </Page>
  )
}
