import { ActionIcon, Button, Menu, SegmentedControl, Select } from '@mantine/core'
import { CaretDownIcon } from '@phosphor-icons/react/dist/csr/CaretDown'
import { CheckSquareIcon } from '@phosphor-icons/react/dist/csr/CheckSquare'
import { FolderPlusIcon } from '@phosphor-icons/react/dist/csr/FolderPlus'
import { GlobeIcon } from '@phosphor-icons/react/dist/csr/Globe'
import { ListIcon } from '@phosphor-icons/react/dist/csr/List'
import { PackageIcon } from '@phosphor-icons/react/dist/csr/Package'
import { SquaresFourIcon } from '@phosphor-icons/react/dist/csr/SquaresFour'
import { UploadSimpleIcon } from '@phosphor-icons/react/dist/csr/UploadSimple'
import type { MediaKind } from '@vitrine/contract/api/content/media-kinds'
import { memo, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { TagSelect } from '#pickers/tags/tags-picker.tsx'
import { type LibraryView, SORTS, type Sort } from '#queries/library-view.ts'
import { SearchField } from '#ui/list/search-field.tsx'
import { PrimaryAction } from '#ui/page/page.tsx'
import styles from './library.module.css'

interface LibraryToolbarProps {
  view: LibraryView
  /** Absent fields are unchanged. */
  onView: (change: LibraryView) => void
  kinds: readonly MediaKind[]
  /** Each is absent without permission. */
  onCreateFolder?: () => void
  onUpload?: () => void
  add?: AddMenuProps | undefined
  onChoose?: () => void
}

/** Search, view options, and adding media. */
export function LibraryToolbar({ view, onView, ...more }: LibraryToolbarProps) {
  const { t } = useTranslation()
  const search = useCallback((q: string | undefined) => onView({ q }), [onView])
  return (
    <div className={styles.toolbar}>
      <SearchField label={t('media.search')} value={view.q ?? ''} onChange={search} />
      <Controls
        kind={view.kind}
        tag={view.tag}
        sort={view.sort}
        asList={view.view === 'list'}
        onView={onView}
        {...more}
      />
    </div>
  )
}

interface ControlsProps extends Omit<LibraryToolbarProps, 'view'> {
  kind: MediaKind | undefined
  tag: string | undefined
  sort: Sort | undefined
  asList: boolean
}

interface AddMenuProps {
  onWeb: () => void
  onGallery: () => void
}

/** Adds media that need no file. */
function AddMenu({ onWeb, onGallery }: AddMenuProps) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<CaretDownIcon size={14} aria-hidden="true" />}>
          {t('media.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<PackageIcon size={18} aria-hidden="true" />} onClick={onGallery}>
          {t('media.gallery.open')}
        </Menu.Item>
        <Menu.Item leftSection={<GlobeIcon size={18} aria-hidden="true" />} onClick={onWeb}>
          {t('media.web.entry')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Everything except the search, memoized: typing must not re-render it. */
const Controls = memo(function Controls({ kind, tag, sort, asList, onView, kinds, ...may }: ControlsProps) {
  const { t } = useTranslation()
  return (
    <>
      <SegmentedControl
        aria-label={t('media.kind')}
        size="xs"
        value={kind ?? 'all'}
        onChange={(next) => onView({ kind: next === 'all' ? undefined : (next as MediaKind) })}
        data={['all' as const, ...kinds].map((one) => ({ value: one, label: t(`media.kinds.${one}`) }))}
      />
      <TagSelect kind="media" value={tag} onChange={onView} />
      <Select
        aria-label={t('media.sort')}
        w={152}
        allowDeselect={false}
        value={sort ?? 'newest'}
        onChange={(next) => onView({ sort: next === 'newest' || !next ? undefined : (next as Sort) })}
        data={SORTS.map((one) => ({ value: one, label: t(`media.sorts.${one}`) }))}
      />
      <ActionIcon
        size={36}
        aria-label={t(asList ? 'media.asGrid' : 'media.asList')}
        title={t(asList ? 'media.asGrid' : 'media.asList')}
        onClick={() => onView({ view: asList ? undefined : 'list' })}
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
      <PrimaryAction>
        {may.onCreateFolder && (
          <Button
            variant="default"
            leftSection={<FolderPlusIcon size={18} aria-hidden="true" />}
            onClick={may.onCreateFolder}
          >
            {t('media.createFolder')}
          </Button>
        )}
        {may.add && <AddMenu {...may.add} />}
        {may.onUpload && (
          <Button leftSection={<UploadSimpleIcon size={18} aria-hidden="true" />} onClick={may.onUpload}>
            {t('media.upload')}
          </Button>
        )}
      </PrimaryAction>
    </>
  )
})
