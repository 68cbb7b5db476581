import { ActionIcon, Button, Checkbox } from '@mantine/core'
import { CaretRightIcon } from '@phosphor-icons/react/dist/csr/CaretRight'
import { useInfiniteQuery } from '@tanstack/react-query'
import { SCOPE_MAX } from '@vitrine/contract/api/accounts/scope'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { foldersQuery } from '#queries/media.ts'
import { ScrollEnd } from '#ui/list/scroll-end.tsx'
import { RecordView } from '#ui/page/record-view.tsx'
import styles from './scope.module.css'

interface FolderChoiceProps {
  folders: readonly string[]
  onChange: (folders: string[]) => void
  onDone: () => void
}

/** Browses the folders of the media library to choose some. What is in a chosen one is chosen with it. */
export function FolderChoice({ folders, onChange, onDone }: FolderChoiceProps) {
  const { t } = useTranslation()
  const [openId, setOpenId] = useState<string | null>(null)
  const query = useInfiniteQuery(foldersQuery(openId))
  const toggle = (id: string) =>
    onChange(folders.includes(id) ? folders.filter((each) => each !== id) : [...folders, id])
  return (
    <RecordView query={query}>
      {({ path, folders: here }) => {
        const isInside = path.some(({ id }) => folders.includes(id))
        const label = t('scope.here', { name: path.at(-1)?.name ?? t('media.root') })
        return (
          <div>
            <Trail path={path} onOpen={setOpenId} />
            {here.length === 0 && <p className={styles.quiet}>{t('media.noFolders')}</p>}
            <ul className={styles.list} aria-label={label}>
              {here.map(({ id, name }) => (
                <li key={id} className={styles.row}>
                  <Checkbox
                    className={styles.name}
                    label={name}
                    checked={isInside || folders.includes(id)}
                    disabled={isInside || (folders.length >= SCOPE_MAX && !folders.includes(id))}
                    onChange={() => toggle(id)}
                  />
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={36}
                    aria-label={t('scope.open', { name })}
                    onClick={() => setOpenId(id)}
                  >
                    <CaretRightIcon size={18} className={styles.caret} aria-hidden="true" />
                  </ActionIcon>
                </li>
              ))}
              {query.hasNextPage && (
                <li>
                  <ScrollEnd query={query} />
                </li>
              )}
            </ul>
            <div className={styles.bar}>
              <Button onClick={onDone}>{t('bulk.done')}</Button>
            </div>
          </div>
        )
      }}
    </RecordView>
  )
}

interface TrailProps {
  path: readonly { id: string; name: string }[]
  onOpen: (id: string | null) => void
}

function Trail({ path, onOpen }: TrailProps) {
  const { t } = useTranslation()
  const here = path.at(-1)
  if (!here) return null
  return (
    <nav aria-label={t('page.breadcrumbs')} className={styles.trail}>
      {[{ id: null, name: t('media.root') }, ...path.slice(0, -1)].map(({ id, name }) => (
        <button key={id} type="button" onClick={() => onOpen(id)}>
          {name}
        </button>
      ))}
      <span aria-current="page">{here.name}</span>
    </nav>
  )
}
