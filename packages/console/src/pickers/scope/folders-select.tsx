import { Button, Input, Pill } from '@mantine/core'
import { FolderPlusIcon } from '@phosphor-icons/react/dist/csr/FolderPlus'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { folderNameQuery } from '#queries/media.ts'
import { StackedDialog } from '#ui/dialog/stacked-dialog.tsx'
import { FolderChoice } from './folder-choice.tsx'
import styles from './scope.module.css'

interface FoldersSelectProps {
  folders: readonly string[]
  /** Whether nothing has to be chosen. */
  isFree: boolean
  onChange: (folders: string[]) => void
}

/** The chosen folders of the media library, and a dialog to choose others. */
export function FoldersSelect({ folders, isFree, onChange }: FoldersSelectProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  return (
    <Input.Wrapper mt={12} label={t('scope.folders')} labelElement="div" description={t('scope.foldersText')}>
      <div className={styles.folders}>
        {folders.length === 0 && isFree && <span className={styles.quiet}>{t('scope.wholeLibrary')}</span>}
        {folders.map((id) => (
          <ChosenFolder key={id} id={id} onRemove={() => onChange(folders.filter((each) => each !== id))} />
        ))}
        <Button
          variant="default"
          size="xs"
          leftSection={<FolderPlusIcon size={16} aria-hidden="true" />}
          onClick={() => setOpened(true)}
        >
          {t('scope.choose')}
        </Button>
      </div>
      <StackedDialog opened={opened} onClose={() => setOpened(false)} title={t('scope.choose')} size={560}>
        <FolderChoice folders={folders} onChange={onChange} onDone={() => setOpened(false)} />
      </StackedDialog>
    </Input.Wrapper>
  )
}

function ChosenFolder({ id, onRemove }: { id: string; onRemove: () => void }) {
  const { t } = useTranslation()
  const { data } = useQuery(folderNameQuery(id))
  const name = data === null ? t('scope.goneFolder') : (data ?? '…')
  return (
    <Pill
      size="md"
      withRemoveButton
      onRemove={onRemove}
      removeButtonProps={{ 'aria-label': t('scope.remove', { name }), 'aria-hidden': false, tabIndex: 0 }}
    >
      {name}
    </Pill>
  )
}
