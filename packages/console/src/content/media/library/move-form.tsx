import { Button } from '@mantine/core'
import { FolderIcon } from '@phosphor-icons/react/dist/csr/Folder'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMayFile } from '#content/media/use-may-file.ts'
import { foldersQuery } from '#queries/media.ts'
import { ScrollEnd } from '#ui/list/scroll-end.tsx'
import { RecordView } from '#ui/page/record-view.tsx'
import { FolderTrail } from './folder-link.tsx'
import styles from './library.module.css'

interface MoveFormProps {
  /** The items' current folder, which is not a valid target. */
  from: string | null
  count: number
  onMove: (to: string | null) => Promise<void>
}

/** Browses folders to choose a target. */
export function MoveForm({ from, count, onMove }: MoveFormProps) {
  const { t } = useTranslation()
  const [folderId, setFolderId] = useState<string | null>(null)
  const mayFile = useMayFile(folderId)
  const query = useInfiniteQuery(foldersQuery(folderId))
  return (
    <RecordView query={query}>
      {({ path, folders }) => (
        <div>
          <FolderTrail path={path} onOpen={setFolderId} />
          {folders.length === 0 && <p className={styles.quiet}>{t('media.noFolders')}</p>}
          <ul className={styles.moveList}>
            {folders.map(({ id, name }) => (
              <li key={id}>
                <button type="button" className={styles.moveTo} onClick={() => setFolderId(id)}>
                  <FolderIcon size={20} weight="duotone" aria-hidden="true" />
                  {name}
                </button>
              </li>
            ))}
            {query.hasNextPage && (
              <li>
                <ScrollEnd query={query} />
              </li>
            )}
          </ul>
          {folderId === from && <p className={styles.quiet}>{t('media.alreadyHere', { count })}</p>}
          <div className={styles.pickBar}>
            <span className={styles.grow} />
            <Button disabled={folderId === from || !mayFile} onClick={() => void onMove(folderId)}>
              {t('media.moveHere', { count, name: path.at(-1)?.name ?? t('media.root') })}
            </Button>
          </div>
        </div>
      )}
    </RecordView>
  )
}
