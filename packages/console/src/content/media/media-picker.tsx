import { Button, Progress, SegmentedControl } from '@mantine/core'
import { UploadSimpleIcon } from '@phosphor-icons/react/dist/csr/UploadSimple'
import type { Media } from '@vitrine/contract/api/content/media'
import { SHOWN_KINDS } from '@vitrine/contract/api/content/media-kinds'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MediaChoice } from '#fields/control.ts'
import { kindOf } from '#pictures/media/media-facts.ts'
import type { LibraryView } from '#queries/library-view.ts'
import { StackedDialog } from '#ui/dialog/stacked-dialog.tsx'
import { CardChoices } from './library/card-choices.tsx'
import styles from './library/library.module.css'
import { Library } from './library/library.tsx'
import { RefusedFiles } from './upload/refused-files.tsx'
import { ACCEPT } from './upload/upload-files.ts'
import { type DirectUpload, useDirectUpload } from './upload/use-direct-upload.ts'
import { useDropZone } from './upload/use-drop-zone.ts'
import { useMayFile } from './use-may-file.ts'

interface MediaPickerProps extends MediaChoice {
  opened: boolean
  /** In selection order. */
  onPick: (chosen: readonly Media[]) => void
  onClose: () => void
}

/** A dialog to choose items of the media library. */
export function MediaPicker({
  opened,
  multiple,
  max,
  accept = SHOWN_KINDS,
  cards = false,
  folderId = null,
  onPick,
  onClose,
}: MediaPickerProps) {
  const { t } = useTranslation()
  return (
    <StackedDialog opened={opened} onClose={onClose} title={t('media.pick')} size={960}>
      <Picker max={multiple ? max : 1} {...{ accept, cards, folderId }} onSave={onPick} onCancel={onClose} />
    </StackedDialog>
  )
}

interface PickerProps {
  max: number
  accept: NonNullable<MediaChoice['accept']>
  cards: boolean
  folderId: string | null
  onSave: (chosen: readonly Media[]) => void
  onCancel: () => void
}

/** The library with selection and uploads. Opening another folder keeps the selection. */
function Picker({ max, accept, cards, folderId: first, onSave, onCancel }: PickerProps) {
  const { t } = useTranslation()
  const [kind, setKind] = useState<'media' | 'cards'>('media')
  const [folderId, setFolderId] = useState(first)
  const [view, setView] = useState<LibraryView>({})
  const [chosen, setChosen] = useState<readonly Media[]>([])
  const mayUpload = useMayFile(folderId)
  const input = useRef<HTMLInputElement>(null)
  const add = (media: readonly Media[]) =>
    setChosen((before) => {
      const fitting = media.filter((one) => accept.includes(kindOf(one)))
      return max === 1 ? [...fitting, ...before].slice(0, 1) : [...before, ...fitting].slice(0, max)
    })
  const upload = useDirectUpload(folderId, add)
  const dropZone = useDropZone(upload.send)
  const choose = () => input.current?.click()

  const toggle = (media: Media) =>
    setChosen((before) => {
      const others = before.filter(({ id }) => id !== media.id)
      if (others.length < before.length) return others
      return max === 1 ? [media] : [...before, media].slice(0, max)
    })
  const selection = {
    chosen,
    max,
    accept,
    onToggle: toggle,
    onDone: () => chosen.length > 0 && onSave(chosen),
  }
  return (
    <>
      {cards && (
        <SegmentedControl
          className={styles.pickKind}
          aria-label={t('media.pickKind')}
          value={kind}
          onChange={(next) => setKind(next as typeof kind)}
          data={[
            { value: 'media', label: t('media.title') },
            { value: 'cards', label: t('media.cards') },
          ]}
        />
      )}
      <input
        ref={input}
        type="file"
        multiple={max > 1}
        hidden
        accept={ACCEPT}
        aria-label={t('media.chooseFiles')}
        onChange={({ currentTarget }) => {
          upload.send([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
      <div
        className={`${styles.place} ${styles.pickable}`}
        data-hint={t('media.dropHere')}
        {...(mayUpload && kind === 'media' && dropZone)}
      >
        {kind === 'cards' ? (
          <CardChoices selection={selection} />
        ) : (
          <Library
            folderId={folderId}
            onOpenFolder={(id) => {
              setFolderId(id)
              setView((before) => ({ ...before, q: undefined }))
            }}
            view={view}
            onView={(change) => setView((before) => ({ ...before, ...change }))}
            selection={selection}
            onUpload={mayUpload ? choose : undefined}
          />
        )}
      </div>
      <RefusedFiles files={upload.refused} onLeave={onCancel} />
      <UploadState upload={upload} />
      <div className={styles.pickBar}>
        {mayUpload && kind === 'media' && (
          <Button
            variant="default"
            leftSection={<UploadSimpleIcon size={18} aria-hidden="true" />}
            onClick={choose}
          >
            {t('media.addFiles')}
          </Button>
        )}
        <span role="status">{max > 1 && t('media.chosen', { count: chosen.length, max })}</span>
        <span className={styles.grow} />
        <Button variant="default" onClick={onCancel}>
          {t('form.cancel')}
        </Button>
        <Button disabled={chosen.length === 0} onClick={() => onSave(chosen)}>
          {t('form.save')}
        </Button>
      </div>
    </>
  )
}

/** Progress and result of the upload. */
function UploadState({ upload }: { upload: DirectUpload }) {
  const { t } = useTranslation()
  const { state, percent, problem, retry, forget } = upload
  if (state === 'sending')
    return (
      <div className={styles.pickUpload}>
        <span>{t('uploads.title')}</span>
        <Progress className={styles.grow} value={percent} size="sm" aria-label={t('uploads.progress')} />
        <Button variant="default" size="compact-sm" onClick={forget}>
          {t('media.stop')}
        </Button>
      </div>
    )
  if (state === 'failed')
    return (
      <div className={styles.pickUpload}>
        <span role="alert" className={styles.grow}>
          {problem}
        </span>
        <Button size="compact-sm" onClick={retry}>
          {t('uploads.again')}
        </Button>
        <Button variant="default" size="compact-sm" onClick={forget}>
          {t('uploads.giveUp')}
        </Button>
      </div>
    )
  return null
}
