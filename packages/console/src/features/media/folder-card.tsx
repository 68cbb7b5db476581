import { ActionIcon, Menu } from '@mantine/core'
import { DotsThreeVerticalIcon } from '@phosphor-icons/react/dist/csr/DotsThreeVertical'
import { FolderIcon } from '@phosphor-icons/react/dist/csr/Folder'
import { PencilSimpleIcon } from '@phosphor-icons/react/dist/csr/PencilSimple'
import { TrashIcon } from '@phosphor-icons/react/dist/csr/Trash'
import type { Folder } from '@vitrine/contract/media'
import { useTranslation } from 'react-i18next'
import { SHOWN, Truncated } from '#ui/truncate.tsx'
import { FolderLink, type OpenFolder } from './folder-link.tsx'
import styles from './media.module.css'

interface FolderCardProps {
  folder: Folder
  onOpen?: OpenFolder
  /** Absent where folders are only walked through. */
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
        <Menu>
          <Menu.Target>
            <ActionIcon size={28} aria-label={t('media.folderMenu', { name: folder.name })}>
              <DotsThreeVerticalIcon size={18} weight="bold" aria-hidden="true" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<PencilSimpleIcon size={16} aria-hidden="true" />} onClick={onRename}>
              {t('media.rename')}
            </Menu.Item>
            <Menu.Item
              color="bad"
              leftSection={<TrashIcon size={16} aria-hidden="true" />}
              onClick={onDelete}
            >
              {t('table.delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </article>
  )
}
