import { Button } from '@mantine/core'
import { ClockCounterClockwiseIcon } from '@phosphor-icons/react/dist/csr/ClockCounterClockwise'
import { DownloadSimpleIcon } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import { FileArrowUpIcon } from '@phosphor-icons/react/dist/csr/FileArrowUp'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Deck } from '@vitrine/contract/api/content/conversions/decks'
import { downloadName } from '@vitrine/contract/file-name'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveDeckFile } from '#content/media/replacing/save-deck-file.ts'
import { api, download } from '#lib/api.ts'
import { deckVersionsQuery } from '#queries/media.ts'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import styles from './library.module.css'

const ReplaceDeckDialog = lazyPart(
  async () => (await import('#content/media/replacing/replace-dialog.tsx')).ReplaceDeckDialog,
)

const DeckHistoryDialog = lazyPart(
  async () => (await import('#content/media/replacing/deck-history.tsx')).DeckHistoryDialog,
)

/** The header of a converted PDF or slide deck: its source file, earlier versions, and *Replace*. */
export function DeckBar({ deck, editable }: { deck: Deck; editable: boolean }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'replace' | 'history'>()
  const { data: versions = [] } = useQuery(deckVersionsQuery(deck.id))
  const close = () => setOpen(undefined)
  return (
    <section className={styles.deck} aria-label={deck.name}>
      <span className={styles.deckName}>
        {t('media.decks.pages', { count: deck.pages, name: deck.name })}
      </span>
      {deck.storyboardId && (
        <Button
          variant="default"
          size="compact-md"
          renderRoot={(props) => (
            <Link
              to="/app/storyboard/$type/edit/$id"
              params={{ type: 'designed', id: deck.storyboardId ?? '' }}
              {...props}
            />
          )}
        >
          {t('media.decks.openStoryboard')}
        </Button>
      )}
      <Button
        variant="default"
        size="compact-md"
        leftSection={<DownloadSimpleIcon size={16} aria-hidden="true" />}
        onClick={() => void save(deck)}
      >
        {t('media.decks.download')}
      </Button>
      {versions.length > 0 && (
        <Button
          variant="default"
          size="compact-md"
          leftSection={<ClockCounterClockwiseIcon size={16} aria-hidden="true" />}
          onClick={() => setOpen('history')}
        >
          {t('media.history.title')}
        </Button>
      )}
      {editable && (
        <Button
          variant="default"
          size="compact-md"
          leftSection={<FileArrowUpIcon size={16} aria-hidden="true" />}
          onClick={() => setOpen('replace')}
        >
          {t('media.decks.replace')}
        </Button>
      )}
      <Waiting quiet>
        <ReplaceDeckDialog deck={deck} opened={open === 'replace'} onClose={close} />
        <DeckHistoryDialog deck={deck} mayWrite={editable} opened={open === 'history'} onClose={close} />
      </Waiting>
    </section>
  )
}

const save = (deck: Deck) =>
  saveDeckFile(download(api.decks.download.route, { params: { id: deck.id } }), downloadName(deck))
