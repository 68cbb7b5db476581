import { DotsThreeVerticalIcon } from '@phosphor-icons/react/dist/csr/DotsThreeVertical'
import { FolderIcon } from '@phosphor-icons/react/dist/csr/Folder'
import { PencilSimpleIcon } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { TrashIcon } from '@phosphor-icons/react/dist/csr/Trash'
import type { Folder } from '@vitrine/contract/api/content/library/folders'
import { useTranslation } from 'react-i18next'
import { SHOWN, Truncated } from '#ui/truncate.tsx'
import { MoreMenu } from '#ui/work/more-menu.tsx'
import { FolderLink, type OpenFolder } from './folder-link.tsx'
import styles from './library.module.css'

interface FolderCardProps {
  folder: Folder
  onOpen?: OpenFolder
  /** Absent in read-only views. */
  onRename?: () => void
  onDelete?: () => void
}

export function FolderCard({ folder, onOpen, onRename, onDelete }: FolderCardProps) {
  const { t } = useTranslation()
  return (
    <article className={styles.folder}>
      <FolderLink id={folder.id} onOpen={onOpen} className={styles.folderOpen}>
        <FolderIcon size={22} weight="duotone" aria-hidden="true" />
        <Truncated text={folder.name} length={SHOWN.folder} />
      </FolderLink>
      {onRename && onDelete && (
        <MoreMenu
          label={t('media.folderMenu', { name: folder.name })}
          size={28}
          entries={[
            { id: 'rename', label: t('media.rename'), icon: PencilSimpleIcon, run: onRename },
            { id: 'delete', label: t('table.delete'), icon: TrashIcon, bad: true, run: onDelete },
          ]}
        >
          <DotsThreeVerticalIcon size={18} weight="bold" aria-hidden="true" />
        </MoreMenu>
      )}
    </article>
  )
}
