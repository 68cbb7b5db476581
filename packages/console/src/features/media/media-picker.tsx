import { Button, Modal, SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { Media } from '@vitrine/contract/api/media'
import { SHOWN_KINDS } from '@vitrine/contract/api/media-kinds'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MediaChoice } from '#fields/control.ts'
import { CardChoices } from './library/card-choices.tsx'
import styles from './library/library.module.css'
import { Library } from './library/library.tsx'
import type { LibraryView } from './library/library-view.ts'

interface MediaPickerProps extends MediaChoice {
  opened: boolean
  /** The chosen items, in the order of choosing. */
  onPick: (chosen: readonly Media[]) => void
  onClose: () => void
}

/** The media library as a dialog to choose from. */
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
  const phone = useMediaQuery('(width < 768px)')
  return (
    // Above the caller, which may be a dialog itself.
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('media.pick')}
      size={960}
      fullScreen={phone}
      zIndex={300}
    >
      <Picker max={multiple ? max : 1} {...{ accept, cards, folderId }} onSave={onPick} onCancel={onClose} />
    </Modal>
  )
}

interface PickerProps {
  max: number
  accept: MediaChoice['accept']
  cards: boolean
  folderId: string | null
  onSave: (chosen: readonly Media[]) => void
  onCancel: () => void
}

/** The library to choose from. The selection is kept when another folder is opened. */
function Picker({ max, accept, cards, folderId: first, onSave, onCancel }: PickerProps) {
  const { t } = useTranslation()
  const [kind, setKind] = useState<'media' | 'cards'>('media')
  const [folderId, setFolderId] = useState(first)
  const [view, setView] = useState<LibraryView>({})
  const [chosen, setChosen] = useState<readonly Media[]>([])

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
      <div className={styles.pickable}>
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
          />
        )}
      </div>
      <div className={styles.pickBar}>
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
