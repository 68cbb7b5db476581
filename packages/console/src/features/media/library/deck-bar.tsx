import { Button } from '@mantine/core'
import { DownloadSimpleIcon } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import { FileArrowUpIcon } from '@phosphor-icons/react/dist/csr/FileArrowUp'
import { Link } from '@tanstack/react-router'
import type { Deck } from '@vitrine/contract/api/conversions/decks'
import { downloadName } from '@vitrine/contract/file-name'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, download } from '#lib/api.ts'
import { saveContent } from '#lib/browser/save-content.ts'
import { failureText } from '#lib/text/error-text.ts'
import { notify } from '#lib/toasts.ts'
import { lazyPart, Waiting } from '#ui/late/lazy-part.tsx'
import styles from './library.module.css'

const ReplaceDeckDialog = lazyPart(
  async () => (await import('#features/media/replacing/replace-dialog.tsx')).ReplaceDeckDialog,
)

/** Above the pages of a PDF or of slides: what they come from, and a new file in its place. */
export function DeckBar({ deck, editable }: { deck: Deck; editable: boolean }) {
  const { t } = useTranslation()
  const [replacing, setReplacing] = useState(false)
  const close = () => setReplacing(false)
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
      {editable && (
        <Button
          variant="default"
          size="compact-md"
          leftSection={<FileArrowUpIcon size={16} aria-hidden="true" />}
          onClick={() => setReplacing(true)}
        >
          {t('media.decks.replace')}
        </Button>
      )}
      <Waiting quiet>
        <ReplaceDeckDialog deck={deck} opened={replacing} onClose={close} />
      </Waiting>
    </section>
  )
}

async function save(deck: Deck): Promise<void> {
  try {
    const content = await download(api.decks.download.route, { params: { id: deck.id } })
    saveContent(content, downloadName(deck))
  } catch (error) {
    notify({ kind: 'negative', message: failureText(error, 'errors.get') })
  }
}
