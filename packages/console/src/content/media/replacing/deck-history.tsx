import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { DeckVersion } from '@vitrine/contract/api/content/conversions/deck-versions'
import type { Deck } from '@vitrine/contract/api/content/conversions/decks'
import { downloadName } from '@vitrine/contract/file-name'
import { useTranslation } from 'react-i18next'
import { api, download } from '#lib/api.ts'
import { fileSize } from '#lib/text/file-size.ts'
import { dateText } from '#lib/text/format.ts'
import { deckVersionsQuery } from '#queries/media.ts'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { Progressing } from './progressing.tsx'
import styles from './replacing.module.css'
import { saveDeckFile } from './save-deck-file.ts'
import { useReplacingDeck } from './use-replacing-deck.ts'

interface DeckHistoryProps {
  deck: Deck
  mayWrite: boolean
  onClose: () => void
}

/** Versions of a PDF or slide deck, with author and date, to download and to restore with their pages. */
export function DeckHistoryDialog({ opened, ...props }: DeckHistoryProps & { opened: boolean }) {
  const { t } = useTranslation()
  const title = t('media.decks.historyTitle', { name: props.deck.name })
  return (
    <FormDialog opened={opened} onClose={props.onClose} title={title}>
      <DeckHistory {...props} />
    </FormDialog>
  )
}

function DeckHistory({ deck, mayWrite, onClose }: DeckHistoryProps) {
  const { t } = useTranslation()
  const { data: versions = [] } = useQuery(deckVersionsQuery(deck.id))
  const { state, restore } = useReplacingDeck(deck, onClose)
  const isBusy = state.kind === 'busy'
  return (
    <div className={styles.form}>
      {mayWrite && <p className={styles.text}>{t('media.decks.restoreText')}</p>}
      {state.kind === 'failed' && (
        <p className={styles.problem} role="alert">
          {state.problem}
        </p>
      )}
      {isBusy && <Progressing state={state} name={deck.name} />}
      <ul className={styles.files}>
        {versions.map((version) => (
          <li key={version.version}>
            <Facts version={version} />
            <div className={styles.buttons}>
              <Button size="compact-sm" variant="default" onClick={() => void save(deck, version)}>
                {t('media.decks.download')}
              </Button>
              {mayWrite && (
                <Button
                  size="compact-sm"
                  variant="default"
                  disabled={isBusy}
                  onClick={() => void restore(version.version)}
                >
                  {t('media.history.restore')}
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Facts({ version }: { version: DeckVersion }) {
  const { t } = useTranslation()
  const { name, pages, replacedAt, replacedBy, size, expiresAt } = version
  return (
    <div className={styles.facts}>
      <strong className={styles.text}>{t('media.decks.pages', { count: pages, name })}</strong>
      <span>{t('media.history.replaced', { at: dateText(replacedAt, 'moment'), name: replacedBy })}</span>
      <span className={styles.quiet}>
        {t('media.history.kept', { size: fileSize(size), date: dateText(expiresAt, 'day') })}
      </span>
    </div>
  )
}

const save = ({ id }: Deck, version: DeckVersion) =>
  saveDeckFile(
    download(api.deckVersions.download.route, { params: { id, version: version.version } }),
    downloadName(version),
  )
