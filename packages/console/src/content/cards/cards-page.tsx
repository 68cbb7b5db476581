import { Button, SegmentedControl } from '@mantine/core'
import { CardsIcon } from '@phosphor-icons/react/dist/csr/Cards'
import { PlusIcon } from '@phosphor-icons/react/dist/csr/Plus'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Card } from '@vitrine/contract/api/content/cards'
import { STANDARD_HEIGHT, STANDARD_WIDTH } from '@vitrine/contract/api/content/storyboards'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageGallery, type PageName } from '#content/pages/gallery/page-gallery.tsx'
import { FirstTemplates } from '#content/templates/template-picker.tsx'
import { api } from '#lib/api.ts'
import { playOn } from '#lib/play-on.ts'
import { dateText } from '#lib/text/format.ts'
import { trashKey, undoDeletion, undoDeletions } from '#lib/trash.ts'
import { useTagsAndDeletion } from '#pickers/tags/tags-picker.tsx'
import { asksSomething } from '#queries/answers.ts'
import { cardPiecesQuery, cardsKey } from '#queries/cards.ts'
import { bulkEffects, deletionEffects } from '#queries/deletion-effects.ts'
import { useDeletion } from '#ui/dialog/use-deletion.tsx'
import { lateDialog } from '#ui/late/late-dialog.tsx'
import { useListState } from '#ui/list/list-state.ts'
import { useBulkDeletion } from '#ui/list/use-bulk-deletion.tsx'
import { useSelection } from '#ui/list/use-selection.ts'
import { Page } from '#ui/page/page.tsx'
import { useShortcut } from '#ui/shortcuts.ts'
import type { MenuEntry } from '#ui/work/more-menu.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { useSaveAsTemplate } from './api.ts'

const DuplicateCardDialog = lateDialog(
  async () => (await import('./duplicate-card-dialog.tsx')).DuplicateCardDialog,
)

/** All cards as thumbnails; templates are on a separate tab. */
export function CardsPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const mayWrite = useCan('write', 'cards')
  const { templates = false } = useSearch({ from: '/app/cards' })
  const { q, tag } = useListState()
  const query = useInfiniteQuery(cardPiecesQuery(templates, { q, tag }))
  const [copied, setCopied] = useState<Card>()
  const deletion = useDeletion<Card>({
    remove: ({ id }) => api.cards.remove({ params: { id } }),
    name: ({ name }) => name,
    failed: templates ? 'errors.deleteTemplate' : 'errors.delete',
    kind: 'card',
    find: deletionEffects.card,
    invalidates: [cardsKey, trashKey],
    undo: undoDeletion,
    onDeleted: () => void navigate({ to: '/app/cards' }),
  })
  const edit = useEditCard()
  const many = useCardsBulk()
  const actions = useCardActions({ onDuplicate: setCopied, onDelete: deletion.ask, tagsOf: many.tagsOf })
  const add = () => void navigate({ to: templates ? '/app/cards/design-template' : '/app/cards/create' })
  useShortcut('c', mayWrite ? add : undefined)
  const create = mayWrite && (
    <Button leftSection={<PlusIcon size={16} aria-hidden="true" />} onClick={add}>
      {t(templates ? 'cards.newTemplate' : 'cards.add')}
    </Button>
  )
  return (
    <Page
      title={t('cards.title')}
      intro={t('cards.intro')}
      actions={create}
      trash={templates ? 'template' : 'card'}
    >
      <CardsOrTemplates templates={templates} />
      <PageGallery
        query={query}
        label={t(templates ? 'cards.templates' : 'cards.title')}
        note={({ updatedAt }) => t('cards.changed', { time: dateText(updatedAt, 'day') })}
        open={edit}
        actions={actions}
        bulk={mayWrite ? { ...many.bulk, loadAll: allNames(templates) } : undefined}
        empty={useEmpty(templates, create)}
      />
      <DuplicateCardDialog opened={copied !== undefined} card={copied} onClose={() => setCopied(undefined)} />
      {deletion.dialog}
      {many.dialogs}
    </Page>
  )
}

const allNames = (templates: boolean) => async (search: string | undefined, tag: string | undefined) =>
  (await api.cards.list({ query: { search, tag, isTemplate: templates ? '1' : '0', made: '0' } })).cards

function useCardsBulk() {
  const selection = useSelection<PageName>()
  const removal = useBulkDeletion({
    selection,
    write: (ids) => api.cards.removeMany({ body: { ids } }),
    kind: 'card',
    find: bulkEffects.page,
    undo: undoDeletions,
    invalidates: [cardsKey, trashKey],
  })
  return useTagsAndDeletion('cards', selection, { ...removal.bulk, dialog: removal.dialog })
}

function CardsOrTemplates({ templates }: { templates: boolean }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <SegmentedControl
      mb={16}
      aria-label={t('cards.title')}
      value={templates ? 'templates' : 'cards'}
      onChange={(value) =>
        void navigate({ to: '/app/cards', search: value === 'templates' ? { templates: true } : {} })
      }
      data={[
        { value: 'cards', label: t('cards.title') },
        { value: 'templates', label: t('cards.templates') },
      ]}
    />
  )
}

function useEmpty(templates: boolean, create: ReactNode) {
  const { t } = useTranslation()
  const mayWrite = useCan('write', 'cards')
  const icon = CardsIcon
  if (templates)
    return { icon, title: t('cards.emptyTemplates'), text: t('cards.emptyTemplatesText'), action: create }
  return {
    icon,
    title: t('cards.emptyTitle'),
    text: t(mayWrite ? 'cards.emptyChoose' : 'cards.emptyText'),
    action: mayWrite && <FirstCard>{create}</FirstCard>,
  }
}

function FirstCard({ children }: { children: ReactNode }) {
  const navigate = useNavigate()
  return (
    <>
      <FirstTemplates
        size={{ width: STANDARD_WIDTH, height: STANDARD_HEIGHT }}
        onChoose={({ key }) => void navigate({ to: '/app/cards/create', search: { template: key } })}
      />
      {children}
    </>
  )
}

function useEditCard() {
  const navigate = useNavigate()
  return ({ id, isTemplate }: Card) =>
    void navigate({
      to: isTemplate ? '/app/cards/design-template/$id' : '/app/cards/edit/$id',
      params: { id },
    })
}

interface CardActions {
  onDuplicate: (card: Card) => void
  onDelete: (card: Card) => void
  tagsOf: (card: Card) => MenuEntry
}

function useCardActions({ onDuplicate, onDelete, tagsOf }: CardActions) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const edit = useEditCard()
  const mayWrite = useCan('write', 'cards')
  const mayDesign = useCan('write', 'layouts') && mayWrite
  const mayPlay = useCan('write', 'devices')
  const saveAsTemplate = useSaveAsTemplate()
  return (card: Card): (MenuEntry | false)[] => {
    const { id, isTemplate } = card
    const params = { id }
    return [
      { id: 'edit', label: t('cards.edit'), run: () => edit(card) },
      {
        id: 'preview',
        label: t('cards.preview'),
        run: () => void navigate({ to: '/app/cards/preview/$id', params }),
      },
      mayPlay &&
        !isTemplate && {
          id: 'play',
          label: t('playOn.title'),
          run: () => playOn({ subject: { kind: 'card', id } }),
        },
      asksSomething(card) && {
        id: 'answers',
        label: t('answers.show'),
        run: () => void navigate({ to: '/app/answers', search: { of: id } }),
      },
      mayDesign && {
        id: 'design',
        label: t('cards.design'),
        run: () => void navigate({ to: '/app/cards/design-template/$id', params }),
      },
      mayWrite && tagsOf(card),
      mayWrite && { id: 'duplicate', label: t('cards.duplicate'), run: () => onDuplicate(card) },
      mayWrite &&
        !isTemplate && { id: 'template', label: t('cards.asTemplate'), run: () => void saveAsTemplate(card) },
      mayWrite && { id: 'delete', label: t('table.delete'), bad: true, run: () => onDelete(card) },
    ]
  }
}
