import { Button, Progress } from '@mantine/core'
import { WarningIcon } from '@phosphor-icons/react/dist/csr/Warning'
import { useQueryClient } from '@tanstack/react-query'
import type { Deck } from '@vitrine/contract/api/content/conversions/decks'
import type { Media } from '@vitrine/contract/api/content/media'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { warningsOf } from '#content/media/preview/media-warnings.ts'
import { ACCEPT_FONTS, ACCEPT_IMAGES } from '#content/media/upload/upload-files.ts'
import { api } from '#lib/api.ts'
import { ApiError } from '#lib/server/transport.ts'
import { notifyFailure } from '#lib/text/error-text.ts'
import { fileSize } from '#lib/text/file-size.ts'
import { notify } from '#lib/toasts.ts'
import { clockLength, kindOf } from '#pictures/media/media-facts.ts'
import { MediaPicture } from '#pictures/media/media-picture.tsx'
import { mediaKey } from '#queries/media.ts'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { useUndo } from '#ui/work/use-undo.ts'
import { ChooseFile } from './choose-file.tsx'
import { differences, sizeText } from './differences.ts'
import { kindOfFile, type LocalFile, openFile } from './local-file.ts'
import { MediaUses } from './media-uses.tsx'
import { ReplaceDeck } from './replace-deck.tsx'
import { replaceFile } from './replace-file.ts'
import styles from './replacing.module.css'

const ACCEPT = {
  image: ACCEPT_IMAGES,
  video: 'video/*',
  audio: 'audio/*',
  font: ACCEPT_FONTS,
  package: 'application/zip,.zip',
  web: '',
} as const

interface ReplaceDialogProps {
  media: Media
  opened: boolean
  onClose: () => void
}

/** Compares the current and the new file, shows where it is used and what will look different, then replaces it. */
export function ReplaceDialog({ media, opened, onClose }: ReplaceDialogProps) {
  const { t } = useTranslation()
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('media.replace.title', { name: media.name })}>
      <ReplaceForm media={media} onClose={onClose} />
    </FormDialog>
  )
}

interface ReplaceDeckDialogProps {
  deck: Deck
  opened: boolean
  onClose: () => void
}

/** The same dialog for a PDF or slide deck. */
export function ReplaceDeckDialog({ deck, opened, onClose }: ReplaceDeckDialogProps) {
  const { t } = useTranslation()
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('media.decks.replaceTitle', { name: deck.name })}>
      <ReplaceDeck deck={deck} onClose={onClose} />
    </FormDialog>
  )
}

function ReplaceForm({ media, onClose }: Omit<ReplaceDialogProps, 'opened'>) {
  const { t } = useTranslation()
  const { chosen, refused, choose } = useChosenFile(media)
  const { share, waiting, problem, send } = useReplacing(media, onClose)
  const busy = share !== undefined
  const warnings = chosen
    ? [...differences(media, chosen), ...warningsOf(asMedia(chosen)).map((text) => t(text))]
    : []
  return (
    <div className={styles.form}>
      <Sides media={media} chosen={chosen} />
      <ChooseFile
        accept={ACCEPT[kindOf(media)]}
        isChosen={chosen !== undefined}
        disabled={busy}
        onChoose={(file) => void choose(file)}
      />
      {(refused ?? problem) && (
        <p className={styles.problem} role="alert">
          {refused ?? problem}
        </p>
      )}
      {warnings.map((text) => (
        <p key={text} className={styles.warning}>
          <WarningIcon size={18} aria-hidden="true" />
          {text}
        </p>
      ))}
      <MediaUses id={media.id} />
      {busy && <Progress value={share * 100} aria-label={t('media.progressOf', { name: media.name })} />}
      {waiting && <p role="status">{t('media.waitingForNetwork')}</p>}
      <div className={`${styles.buttons} ${styles.actions}`}>
        <Button variant="default" onClick={onClose}>
          {t('form.cancel')}
        </Button>
        <Button disabled={!chosen || busy} onClick={() => chosen && void send(chosen)}>
          {t('media.replace.submit')}
        </Button>
      </div>
    </div>
  )
}

/** The current and the chosen file, side by side. */
function Sides({ media, chosen }: { media: Media; chosen: LocalFile | undefined }) {
  const { t } = useTranslation()
  return (
    <div className={styles.sides}>
      <Side title={t('media.replace.before')} {...media}>
        <MediaPicture media={media} />
      </Side>
      <Side title={t('media.replace.after')} {...chosen} size={chosen?.file.size}>
        {chosen && <Picture of={chosen.thumbnail} name={chosen.file.name} />}
      </Side>
    </div>
  )
}

/** null: only the server can read codecs. */
const asMedia = ({ file, width, height }: LocalFile) => ({ mimetype: file.type, width, height, codec: null })

/** The chosen file, or the reason for rejecting it. */
function useChosenFile(media: Media) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<LocalFile>()
  const [refused, setRefused] = useState<string>()
  const choose = async (file: File | undefined) => {
    if (!file) return
    const kind = kindOf(media)
    if (kindOfFile(file) !== kind) return setRefused(t(`media.replace.otherKind.${kind}`))
    setRefused(undefined)
    setChosen(await openFile(file))
  }
  return { chosen, refused, choose }
}

/** Uploads the file; closing the dialog aborts. */
function useReplacing(media: Media, onDone: () => void) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const undoing = useUndo([mediaKey])
  const [share, setShare] = useState<number>()
  const [waiting, setWaiting] = useState(false)
  const [problem, setProblem] = useState<string>()
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])
  const send = async (chosen: LocalFile) => {
    const controller = new AbortController()
    const { signal } = controller
    sending.current = controller
    setShare(0)
    setProblem(undefined)
    try {
      await replaceFile(media, chosen, { onProgress: setShare, onWaiting: setWaiting, signal })
    } catch (error) {
      if (signal.aborted) return
      setShare(undefined)
      setWaiting(false)
      const fieldError = error instanceof ApiError ? error.errors['media.0'] : undefined
      const failure = notifyFailure(error, 'serverErrors.upload')
      setProblem(fieldError ?? failure)
      return
    }
    const { id, version } = media
    const undo = undoing(() => api.mediaVersions.restore({ params: { id, version } }))
    notify({ kind: 'positive', message: t('media.replace.done'), undo })
    void client.invalidateQueries({ queryKey: mediaKey })
    onDone()
  }
  return { share, waiting, problem, send }
}

interface SideProps {
  title: string
  width?: number | null | undefined
  height?: number | null | undefined
  duration?: number | null | undefined
  size?: number | undefined
  children: ReactNode
}

function Side({ title, width = null, height = null, duration = null, size, children }: SideProps) {
  const length = duration === null ? '' : clockLength(duration)
  const facts = [sizeText({ width, height, duration }), length, size === undefined ? '' : fileSize(size)]
  return (
    <figure className={styles.side}>
      <figcaption>{title}</figcaption>
      <div className={styles.picture}>{children}</div>
      <p>
        <bdi dir="ltr">{facts.filter(Boolean).join(' · ')}</bdi>
      </p>
    </figure>
  )
}

function Picture({ of, name }: { of: Blob; name: string }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const next = URL.createObjectURL(of)
    setAddress(next)
    return () => URL.revokeObjectURL(next)
  }, [of])
  return address && <img src={address} alt={name} />
}
