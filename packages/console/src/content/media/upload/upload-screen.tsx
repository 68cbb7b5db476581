import { ActionIcon, Button, Progress } from '@mantine/core'
import { ArrowLeftIcon } from '@phosphor-icons/react/dist/csr/ArrowLeft'
import { UploadSimpleIcon } from '@phosphor-icons/react/dist/csr/UploadSimple'
import { XIcon } from '@phosphor-icons/react/dist/csr/X'
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import libraryStyles from '#content/media/library/library.module.css'
import { fileSize } from '#lib/text/file-size.ts'
import cardStyles from '#pictures/media/media-card.module.css'
import { UnsavedGuard } from '#ui/dialog/unsaved-guard.tsx'
import { SHOWN, Truncated } from '#ui/truncate.tsx'
import { DeckOptions } from './deck-options.tsx'
import { isDeck } from './looks-playable.ts'
import { RefusedFiles } from './refused-files.tsx'
import { UnfinishedUploads } from './unfinished-uploads.tsx'
import { ACCEPT, MAX_FILES } from './upload-files.ts'
import styles from './upload-screen.module.css'
import type { ChosenFile, UploadJob } from './uploads-state.ts'
import { useUpload } from './use-upload.ts'

interface UploadScreenProps {
  folderId: string | null
  /** Files dropped onto the library. */
  dropped: readonly File[]
  onBack: () => void
  onUploaded: (job: UploadJob) => void
}

/** Choose, review, remove, upload. Files that can't be uploaded stay, each with the reason and the way that takes it. */
export function UploadScreen({ folderId, dropped, onBack, onUploaded }: UploadScreenProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const upload = useUpload(folderId, dropped, onUploaded)
  const { files, refused, add, remove, busy, unsent, progress, waiting, problems, steps, stored } = upload
  const hasDecks = files.some(({ file }) => isDeck(file))
  return (
    <>
      <UploadBar upload={upload} onBack={onBack} />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPT}
        aria-label={t('media.chooseFiles')}
        onChange={(event) => {
          add([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
      {busy && <p className={styles.goesOn}>{t('media.goesOn')}</p>}
      {!busy && <DropField onFiles={add} onChoose={() => input.current?.click()} small={files.length > 0} />}
      {!busy && <UnfinishedUploads chosen={files.map(({ file }) => file)} />}
      {waiting && (
        <p className={styles.waiting} role="status">
          {t('media.waitingForNetwork')}
        </p>
      )}
      {stored > 0 && (
        <p className={styles.waiting} role="status">
          {t('uploads.partly', { stored, total: stored + files.length })} {t('uploads.seeReasons')}
        </p>
      )}
      <RefusedFiles files={refused}>
        {upload.isCut && <li>{t('media.tooMany', { count: MAX_FILES })}</li>}
      </RefusedFiles>
      {hasDecks && !busy && <DeckOptions seconds={upload.seconds} onSeconds={upload.setSeconds} />}
      <ul className={libraryStyles.grid} aria-label={t('media.chosenFiles')}>
        {files.map((chosen, index) => (
          <li key={chosen.key}>
            <FileCell
              chosen={chosen}
              share={progress && (progress[index] ?? 0)}
              step={busy ? steps[index] : undefined}
              problem={problems[index]}
              onRemove={busy ? undefined : () => remove(chosen.key)}
            />
          </li>
        ))}
      </ul>
      <UnsavedGuard when={() => unsent} />
    </>
  )
}

/** The bar with *Back* and the button that starts or stops the upload. */
function UploadBar({ upload, onBack }: { upload: ReturnType<typeof useUpload>; onBack: () => void }) {
  const { t } = useTranslation()
  const { files, busy, start, cancel } = upload
  const total = files.reduce((sum, { file }) => sum + file.size, 0)
  return (
    <div className={libraryStyles.toolbar}>
      <Button
        variant="default"
        leftSection={<ArrowLeftIcon size={18} aria-hidden="true" className={styles.mirrored} />}
        onClick={onBack}
      >
        {t('media.back')}
      </Button>
      <span className={libraryStyles.grow} />
      {busy && (
        <Button variant="default" onClick={cancel}>
          {t('media.stop')}
        </Button>
      )}
      {!busy && files.length > 0 && (
        <Button leftSection={<UploadSimpleIcon size={18} aria-hidden="true" />} onClick={start}>
          {t('media.uploadCount', { count: files.length, size: fileSize(total) })}
        </Button>
      )}
    </div>
  )
}

interface FileCellProps {
  chosen: ChosenFile
  /** The uploaded share, 0 to 1, during the upload. */
  share: number | undefined
  /** Describes the processing after the upload. */
  step: string | undefined
  problem: string | undefined
  onRemove?: () => void
}

function FileCell({
  chosen: { file, picture, warnings = [] },
  share,
  step,
  problem,
  onRemove,
}: FileCellProps) {
  const { t } = useTranslation()
  return (
    <div className={cardStyles.card} data-problem={problem !== undefined || undefined}>
      <div className={cardStyles.open}>
        <span className={cardStyles.picture} dir="ltr">
          {picture ? (
            <img src={picture} alt={t('media.pictureOf', { name: file.name })} draggable={false} />
          ) : null}
        </span>
        <span className={cardStyles.name}>
          <Truncated text={file.name} length={SHOWN.mediaCard} />
        </span>
      </div>
      <div className={cardStyles.foot}>
        <span className={cardStyles.size}>{step ?? fileSize(file.size)}</span>
        {onRemove && (
          <ActionIcon size={28} aria-label={t('media.removeFile', { name: file.name })} onClick={onRemove}>
            <XIcon size={16} aria-hidden="true" />
          </ActionIcon>
        )}
      </div>
      {share !== undefined && (
        <Progress
          value={share * 100}
          size="sm"
          radius={0}
          aria-label={t('media.progressOf', { name: file.name })}
        />
      )}
      {warnings.map((text) => (
        <p key={text} className={styles.warning} role="status">
          {text}
        </p>
      ))}
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

function DropField({
  onFiles,
  onChoose,
  small,
}: {
  onFiles: (files: File[]) => void
  onChoose: () => void
  small: boolean
}) {
  const { t } = useTranslation()
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same
    <div
      className={styles.drop}
      data-over={over || undefined}
      data-small={small || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <UploadSimpleIcon size={small ? 24 : 40} weight="duotone" aria-hidden="true" />
      <span>{t('media.dropHere')}</span>
      <Button variant={small ? 'default' : 'filled'} onClick={onChoose}>
        {t(small ? 'media.chooseMore' : 'media.chooseFiles')}
      </Button>
      <small>{t('media.accepted')}</small>
    </div>
  )
}
