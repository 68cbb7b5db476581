import { ActionIcon, Button, SegmentedControl, Select } from '@mantine/core'
import { CheckSquareIcon } from '@phosphor-icons/react/dist/csr/CheckSquare'
import { FolderPlusIcon } from '@phosphor-icons/react/dist/csr/FolderPlus'
import { ListIcon } from '@phosphor-icons/react/dist/csr/List'
import { SquaresFourIcon } from '@phosphor-icons/react/dist/csr/SquaresFour'
import { UploadSimpleIcon } from '@phosphor-icons/react/dist/csr/UploadSimple'
import { useTranslation } from 'react-i18next'
import { SearchField } from '#ui/search-field.tsx'
import { type LibraryView, SORTS, type Sort } from './library-view.ts'
import styles from './media.module.css'
import type { MediaKind } from './media-facts.ts'

interface LibraryToolbarProps {
  view: LibraryView
  onView: (change: LibraryView) => void
  kinds: readonly MediaKind[]
  /** Each absent where it may not be done. */
  onCreateFolder?: () => void
  onUpload?: () => void
  onChoose?: () => void
}

/** What is looked for, how it is shown, and what can be added. */
export function LibraryToolbar({ view, onView, kinds, ...may }: LibraryToolbarProps) {
  const { t } = useTranslation()
  const asList = view.view === 'list'
  return (
    <div className={styles.toolbar}>
      <SearchField label={t('media.search')} value={view.q ?? ''} onChange={(q) => onView({ ...view, q })} />
      <SegmentedControl
        aria-label={t('media.kind')}
        size="xs"
        value={view.kind ?? 'all'}
        onChange={(kind) => onView({ ...view, kind: kind === 'all' ? undefined : (kind as MediaKind) })}
        data={['all' as const, ...kinds].map((kind) => ({ value: kind, label: t(`media.kinds.${kind}`) }))}
      />
      <Select
        aria-label={t('media.sort')}
        w={152}
        allowDeselect={false}
        value={view.sort ?? 'newest'}
        onChange={(sort) =>
          onView({ ...view, sort: sort === 'newest' || !sort ? undefined : (sort as Sort) })
        }
        data={SORTS.map((sort) => ({ value: sort, label: t(`media.sorts.${sort}`) }))}
      />
      <ActionIcon
        size={36}
        aria-label={t(asList ? 'media.asGrid' : 'media.asList')}
        title={t(asList ? 'media.asGrid' : 'media.asList')}
        onClick={() => onView({ ...view, view: asList ? undefined : 'list' })}
      >
        {asList ? (
          <SquaresFourIcon size={18} aria-hidden="true" />
        ) : (
          <ListIcon size={18} aria-hidden="true" />
        )}
      </ActionIcon>
      {may.onChoose && (
        <ActionIcon size={36} aria-label={t('media.select')} title={t('media.select')} onClick={may.onChoose}>
          <CheckSquareIcon size={18} aria-hidden="true" />
        </ActionIcon>
      )}
      <span className={styles.grow} />
      {may.onCreateFolder && (
        <Button
          variant="default"
          leftSection={<FolderPlusIcon size={18} aria-hidden="true" />}
          onClick={may.onCreateFolder}
        >
          {t('media.createFolder')}
        </Button>
      )}
      {may.onUpload && (
        <Button leftSection={<UploadSimpleIcon size={18} aria-hidden="true" />} onClick={may.onUpload}>
          {t('media.upload')}
        </Button>
      )}
    </div>
  )
}
