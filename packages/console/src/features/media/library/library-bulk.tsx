import { Button } from '@mantine/core'
import { DownloadSimpleIcon } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import { FolderIcon } from '@phosphor-icons/react/dist/csr/Folder'
import { TrashIcon } from '@phosphor-icons/react/dist/csr/Trash'
import { useQueryClient } from '@tanstack/react-query'
import type { Media } from '@vitrine/contract/api/media'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LibraryRequest, loadWhole, mediaKey } from '#features/media/queries.ts'
import { saveFile } from '#features/media/save-file.ts'
import { api } from '#lib/api.ts'
import { blocking } from '#lib/overlay.ts'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { useDeletion } from '#ui/dialog/use-deletion.tsx'
import { type FailedItem, useMany } from '#ui/work/use-many.ts'
import styles from './library.module.css'
import { MoveForm } from './move-form.tsx'
import type { Choice } from './use-choice.ts'

interface LibraryBulkProps {
  choice: Choice
  /** What is loaded, in its order. */
  media: readonly Media[]
  /** How much there is. */
  total: number
  request: LibraryRequest
}

/** Moves, downloads and deletes everything that is chosen. Escape leaves it. */
export function LibraryBulk({ choice, media: loaded, total, request }: LibraryBulkProps) {
  const { t } = useTranslation()
  const [moving, setMoving] = useState(false)
  const { chosen, chooseAll } = useChosen(choice, loaded, request)
  const { failed, move, remove } = useBulkActions(choice)
  const deletion = useDeletion<readonly Media[]>({
    remove,
    name: (items) => t('media.chosenCount', { count: items.length }),
    failed: 'errors.delete',
    invalidates: [],
    quiet: true,
  })
  useEscape(choice.end)
  const shared = { variant: 'default', disabled: chosen.length === 0 }
  return (
    <section className={styles.bulk} aria-label={t('media.bulk')}>
      {failed[0] && <BulkProblem first={failed[0]} count={failed.length} />}
      <div className={styles.bulkBar}>
        <strong role="status">{t('media.chosenCount', { count: chosen.length })}</strong>
        <SelectAll isAll={chosen.length === total} total={total} choice={choice} chooseAll={chooseAll} />
        <span className={styles.grow} />
        <Button {...shared} leftSection={<FolderIcon {...SIGN} />} onClick={() => setMoving(true)}>
          {t('media.moveTo')}
        </Button>
        <Button
          {...shared}
          leftSection={<DownloadSimpleIcon {...SIGN} />}
          onClick={() => void saveAll(chosen)}
        >
          {t('media.download')}
        </Button>
        <Button
          {...shared}
          color="bad"
          leftSection={<TrashIcon {...SIGN} />}
          onClick={() => deletion.ask(chosen)}
        >
          {t('table.delete')}
        </Button>
        <Button variant="subtle" onClick={choice.end}>
          {t('media.done')}
        </Button>
      </div>
      <FormDialog opened={moving} onClose={() => setMoving(false)} title={t('media.moveTo')}>
        <MoveForm
          from={request.folderId}
          count={chosen.length}
          onMove={async (to) => {
            setMoving(false)
            await move(chosen, to)
          }}
        />
      </FormDialog>
      {deletion.dialog}
    </section>
  )
}

interface SelectAllProps {
  isAll: boolean
  total: number
  choice: Choice
  chooseAll: () => Promise<void>
}

function SelectAll({ isAll, total, choice, chooseAll }: SelectAllProps) {
  const { t } = useTranslation()
  return (
    <Button variant="subtle" size="compact-md" onClick={() => (isAll ? choice.set([]) : void chooseAll())}>
      {t(isAll ? 'media.selectNone' : 'media.selectAll', { count: total })}
    </Button>
  )
}

function BulkProblem({ first: { item, reason }, count }: { first: FailedItem<Media>; count: number }) {
  const { t } = useTranslation()
  return (
    <p role="alert" className={styles.bulkProblem}>
      {t('media.bulkFailed', { count, name: item.name })} {reason}
    </p>
  )
}

/** One after the other: browsers block several downloads at the same time. */
const saveAll = (items: readonly Media[]) =>
  items.reduce((before, item) => before.then(() => saveFile(item)), Promise.resolve())

const SIGN = { size: 18, 'aria-hidden': true } as const

/** The chosen media in order; choosing all loads what isn't loaded yet. */
function useChosen(choice: Choice, loaded: readonly Media[], request: LibraryRequest) {
  const client = useQueryClient()
  const [whole, setWhole] = useState<readonly Media[]>([])
  const media = whole.length > loaded.length ? whole : loaded
  const chooseAll = async () => {
    const all = await blocking(() => loadWhole(client, request))
    setWhole(all)
    choice.set(all.map(({ id }) => id))
  }
  return { chosen: media.filter(({ id }) => choice.has(id)), chooseAll }
}

/** Items that failed stay chosen, for another try. */
function useBulkActions(choice: Choice) {
  const [failed, setFailed] = useState<readonly FailedItem<Media>[]>([])
  const removeAll = useMany<Media>({
    write: ({ id }) => api.media.remove({ params: { id } }),
    invalidates: [mediaKey],
  })
  const moveAll = useMany<Media & { to: string | null }>({
    write: ({ id, name, version, to }) =>
      api.media.update({ params: { id }, body: { name, version, folderId: to } }),
    undo: ({ id, name, folderId }) => api.media.update({ params: { id }, body: { name, folderId } }),
    invalidates: [mediaKey],
  })
  const settle = (left: readonly FailedItem<Media>[]) => {
    setFailed(left)
    if (left.length === 0) choice.end()
    else choice.set(left.map(({ item }) => item.id))
  }
  return {
    failed,
    remove: async (items: readonly Media[]) => settle(await removeAll(items)),
    move: async (items: readonly Media[], to: string | null) =>
      settle(await moveAll(items.map((item) => ({ ...item, to })))),
  }
}

function useEscape(leave: () => void) {
  const onEscape = useEffectEvent(leave)
  useEffect(() => {
    const onKey = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented && !document.querySelector('[role="dialog"]')) onEscape()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
