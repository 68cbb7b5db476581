import { Button } from '@mantine/core'
import { DownloadSimpleIcon } from '@phosphor-icons/react/dist/csr/DownloadSimple'
import { FolderIcon } from '@phosphor-icons/react/dist/csr/Folder'
import { TrashIcon } from '@phosphor-icons/react/dist/csr/Trash'
import { useQueryClient } from '@tanstack/react-query'
import type { Media } from '@vitrine/contract/api/media'
import { useEffect, useState } from 'react'
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

/** What can be done with everything that is chosen. Escape leaves it. */
export function LibraryBulk({ choice, media: loaded, total, request }: LibraryBulkProps) {
  const { t } = useTranslation()
  const [moving, setMoving] = useState(false)
  const [failed, setFailed] = useState<readonly FailedItem<Media>[]>([])
  const client = useQueryClient()
  /** Loaded when all are chosen. */
  const [whole, setWhole] = useState<readonly Media[]>([])
  const media = whole.length > loaded.length ? whole : loaded
  const chosen = media.filter(({ id }) => choice.has(id))
  const chooseAll = async () => {
    const all = await blocking(() => loadWhole(client, request))
    setWhole(all)
    choice.set(all.map(({ id }) => id))
  }
  const none = chosen.length === 0
  const remove = useMany<Media>({
    write: ({ id }) => api.media.remove({ params: { id } }),
    invalidates: [mediaKey],
  })
  const move = useMany<Media & { to: string | null }>({
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
  const deletion = useDeletion<readonly Media[]>({
    remove: async (items) => settle(await remove(items)),
    name: (items) => t('media.chosenCount', { count: items.length }),
    failed: 'errors.delete',
    invalidates: [],
    quiet: true,
  })
  const { end } = choice
  useEffect(() => {
    const leave = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented && !document.querySelector('[role="dialog"]')) end()
    }
    window.addEventListener('keydown', leave)
    return () => window.removeEventListener('keydown', leave)
  }, [end])
  return (
    <section className={styles.bulk} aria-label={t('media.bulk')}>
      {failed.length > 0 && (
        <p role="alert" className={styles.bulkProblem}>
          {t('media.bulkFailed', { count: failed.length, name: failed[0]?.item.name ?? '' })}{' '}
          {failed[0]?.reason}
        </p>
      )}
      <div className={styles.bulkBar}>
        <strong role="status">{t('media.chosenCount', { count: chosen.length })}</strong>
        <Button
          variant="subtle"
          size="compact-md"
          onClick={() => (chosen.length === total ? choice.set([]) : void chooseAll())}
        >
          {t(chosen.length === total ? 'media.selectNone' : 'media.selectAll', { count: total })}
        </Button>
        <span className={styles.grow} />
        <Button
          variant="default"
          disabled={none}
          leftSection={<FolderIcon size={18} aria-hidden="true" />}
          onClick={() => setMoving(true)}
        >
          {t('media.moveTo')}
        </Button>
        <Button
          variant="default"
          disabled={none}
          leftSection={<DownloadSimpleIcon size={18} aria-hidden="true" />}
          onClick={() =>
            void chosen.reduce((before, item) => before.then(() => saveFile(item)), Promise.resolve())
          }
        >
          {t('media.download')}
        </Button>
        <Button
          variant="default"
          color="bad"
          disabled={none}
          leftSection={<TrashIcon size={18} aria-hidden="true" />}
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
            settle(await move(chosen.map((item) => ({ ...item, to }))))
          }}
        />
      </FormDialog>
      {deletion.dialog}
    </section>
  )
}
