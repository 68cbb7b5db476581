import { Button } from '@mantine/core'
import { WarningIcon } from '@phosphor-icons/react/dist/csr/Warning'
import type { Conversion } from '@vitrine/contract/api/content/conversions/conversions'
import type { Deck } from '@vitrine/contract/api/content/conversions/decks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isDeck } from '#content/media/upload/looks-playable.ts'
import { fileSize } from '#lib/text/file-size.ts'
import { listText } from '#lib/text/format.ts'
import { ChooseFile } from './choose-file.tsx'
import { Progressing } from './progressing.tsx'
import styles from './replacing.module.css'
import { useReplacingDeck } from './use-replacing-deck.ts'
import { UsesList } from './uses-list.tsx'

const ACCEPT = 'application/pdf,.pdf,.pptx,.odp'
interface ReplaceDeckProps {
  deck: Deck
  onClose: () => void
}

/** Replaces a PDF or slide deck. Asks first if pages in use would be removed. */
export function ReplaceDeck({ deck, onClose }: ReplaceDeckProps) {
  const { t } = useTranslation()
  const [file, setFile] = useState<File>()
  const [refused, setRefused] = useState<string>()
  const { state, send, confirm, stop } = useReplacingDeck(deck, onClose)
  const busy = state.kind === 'busy'
  const choose = (chosen: File | undefined) => {
    if (!chosen) return
    setRefused(isDeck(chosen) ? undefined : t('media.decks.wrongType'))
    if (isDeck(chosen)) setFile(chosen)
  }
  const problem = refused ?? (state.kind === 'failed' ? state.problem : undefined)
  return (
    <div className={styles.form}>
      <p className={styles.text}>{t('media.decks.replaceText')}</p>
      {state.kind !== 'asking' && (
        <ChooseFile accept={ACCEPT} isChosen={file !== undefined} disabled={busy} onChoose={choose} />
      )}
      {file && (
        <p className={styles.text}>
          {t('media.decks.chosen', { name: file.name, size: fileSize(file.size) })}
        </p>
      )}
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {state.kind === 'asking' && <Removed deck={deck} conversion={state.conversion} />}
      {state.kind === 'busy' && <Progressing state={state} name={file?.name ?? deck.name} />}
      <div className={`${styles.buttons} ${styles.actions}`}>
        <Button
          variant="default"
          onClick={() => {
            stop()
            onClose()
          }}
        >
          {t('form.cancel')}
        </Button>
        {state.kind === 'asking' ? (
          <Button color="red" onClick={() => void confirm(state.conversion)}>
            {t('media.decks.confirm')}
          </Button>
        ) : (
          <Button disabled={!file || busy} onClick={() => file && void send(file)}>
            {t('media.replace.submit')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** Lists pages that would be removed and where they are used, before anything changes. */
function Removed({ deck, conversion: { removed } }: { deck: Deck; conversion: Conversion }) {
  const { t } = useTranslation()
  if (!removed) return null
  const count = removed.pages.length
  const isOwn = ({ id }: { id: string }) => id === deck.storyboardId
  const words = [
    t('media.decks.asks', { count, pages: listText(removed.pages.map(String)) }),
    removed.usedIn.some(isOwn) && t('media.decks.leaves', { count }),
    !removed.usedIn.every(isOwn) && t('media.decks.keeps', { count }),
  ]
  return (
    <div role="alert" className={styles.removed}>
      <p className={styles.warning}>
        <WarningIcon size={18} aria-hidden="true" />
        {words.filter(Boolean).join(' ')}
      </p>
      <UsesList usedIn={removed.usedIn} />
    </div>
  )
}
