import { ActionIcon, Button, Select } from '@mantine/core'
import { ArrowCounterClockwiseIcon } from '@phosphor-icons/react/dist/csr/ArrowCounterClockwise'
import { TrashIcon } from '@phosphor-icons/react/dist/csr/Trash'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { TRASH_AREAS, TRASH_KINDS, type TrashKind } from '@vitrine/contract/api/content/trash/kinds'
import type { TrashItem } from '@vitrine/contract/api/content/trash/trash'
import { can } from '@vitrine/contract/permissions'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#lib/api.ts'
import { useSession } from '#lib/session/session.ts'
import { fileSize } from '#lib/text/file-size.ts'
import { dateText } from '#lib/text/format.ts'
import type { TextKey } from '#lib/text/i18n.ts'
import { trashKey } from '#lib/trash.ts'
import { trashBytesQuery, trashSource } from '#queries/trash.ts'
import { useDeletion } from '#ui/dialog/use-deletion.tsx'
import { type Column, DataTable } from '#ui/list/data-table.tsx'
import { useBulkDeletion } from '#ui/list/use-bulk-deletion.tsx'
import { type Selection, useSelection } from '#ui/list/use-selection.ts'
import { type Crumb, Page } from '#ui/page/page.tsx'
import styles from './trash.module.css'
import { TrashPicture } from './trash-picture.tsx'
import { useEmptying } from './use-emptying.tsx'
import { useRestore } from './use-restore.ts'

/** Records deleted in the last weeks, to restore or to delete permanently. */
export function TrashPage() {
  const { t } = useTranslation()
  const { kind } = useSearch({ from: '/app/trash' })
  const source = useMemo(() => trashSource(kind), [kind])
  const mayRestore = useMayRestore()
  const selection = useSelection(mayRestore)
  const { restore, restoring } = useRestore(selection)
  const { deletion, removal } = useRemoval(selection)
  const restoreAction = {
    id: 'restore',
    label: t('trash.restore'),
    icon: ArrowCounterClockwiseIcon,
    run: () => void restoring.run(selection.items, undefined),
  }
  const { data: bytes = 0 } = useQuery(trashBytesQuery())
  const emptying = useEmptying(mayRestore)
  return (
    <Page
      title={t('trash.title')}
      intro={t('trash.intro')}
      breadcrumbs={useCrumbs(kind)}
      actions={bytes > 0 && emptying.button}
    >
      <div className={styles.bar}>
        <KindFilter kind={kind} />
        {bytes > 0 && <span className={styles.used}>{t('trash.used', { size: fileSize(bytes) })}</span>}
      </div>
      <DataTable
        label={t('trash.title')}
        source={source}
        columns={useColumns()}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        onDelete={deletion.ask}
        mayDelete={mayRestore}
        rowActions={(item) => <RestoreButton item={item} onClick={() => void restore(item)} />}
        bulk={{
          selection,
          failed: [...restoring.failed, ...removal.failed],
          actions: [restoreAction, removal.action],
        }}
        empty={{
          icon: TrashIcon,
          title: t(kind && bytes > 0 ? 'trash.noneOfKind' : 'trash.emptyTitle'),
          text: t('trash.emptyText'),
          action: kind && bytes > 0 && (
            <Button variant="default" renderRoot={(props) => <Link to="/app/trash" {...props} />}>
              {t('table.clearFilter')}
            </Button>
          ),
        }}
      />
      {deletion.dialog}
      {removal.dialog}
      {emptying.dialog}
    </Page>
  )
}

/** Permanently deletes one record or the selection. */
function useRemoval(selection: Selection<TrashItem>) {
  const deletion = useDeletion<TrashItem>({
    remove: ({ id }) => api.trash.remove({ params: { id } }),
    name: ({ name }) => name,
    thumbnail: (item) => <TrashPicture item={item} />,
    failed: 'errors.delete',
    invalidates: [trashKey],
  })
  const removal = useBulkDeletion<TrashItem>({
    selection,
    write: (ids) => api.trash.removeMany({ body: { ids } }),
    invalidates: [trashKey],
  })
  return { deletion, removal }
}

/** The list that the user came from. */
const LISTS = {
  media: ['media.title', '/app/media-library'],
  folder: ['media.title', '/app/media-library'],
  card: ['cards.title', '/app/cards'],
  layout: ['layouts.title', '/app/layouts'],
  part: ['layouts.title', '/app/layouts'],
  template: ['templates.title', '/app/cards/design-template'],
  storyboard: ['storyboards.title', '/app/storyboard'],
  'device-group': ['deviceGroups.title', '/app/device-group'],
} as const satisfies Record<TrashKind, readonly [TextKey, string]>

/** The media library links to the trash of all kinds, so it is the fallback. */
function useCrumbs(kind: TrashKind = 'media'): Crumb[] {
  const { t } = useTranslation()
  const [label, to] = LISTS[kind]
  return [{ label: t(label), to }]
}

function RestoreButton({ item, onClick }: { item: TrashItem; onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <ActionIcon
      aria-label={t('trash.restoreItem', { name: item.name })}
      title={t('trash.restore')}
      disabled={!useMayRestore()(item)}
      onClick={onClick}
    >
      <ArrowCounterClockwiseIcon size={18} aria-hidden="true" />
    </ActionIcon>
  )
}

function useMayRestore(): (item: TrashItem) => boolean {
  const profile = useSession((state) => state.profile)
  return ({ kind, isReadOnly }) => !isReadOnly && profile !== null && can(profile, 'write', TRASH_AREAS[kind])
}

function KindFilter({ kind }: { kind: TrashKind | undefined }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <Select
      aria-label={t('trash.kind')}
      w={180}
      allowDeselect={false}
      value={kind ?? 'all'}
      data={[
        { value: 'all', label: t('trash.allKinds') },
        ...TRASH_KINDS.map((value) => ({ value, label: t(`trash.kinds.${value}`) })),
      ]}
      onChange={(value) => {
        const chosen = TRASH_KINDS.find((one) => one === value)
        void navigate({
          to: '/app/trash',
          search: (before) => ({ ...before, page: undefined, kind: chosen }),
          replace: true,
        })
      }}
    />
  )
}

function useColumns(): Column<TrashItem>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'name',
      header: t('trash.name'),
      value: ({ name }) => name,
      render: (item) => (
        <span className={styles.named}>
          <TrashPicture item={item} />
          <bdi>{item.name}</bdi>
        </span>
      ),
    },
    {
      key: 'kind',
      header: t('trash.kind'),
      value: ({ kind }) => kind,
      render: ({ kind, files }) =>
        kind === 'folder'
          ? `${t('trash.kinds.folder')} · ${t('trash.files', { count: files })}`
          : t(`trash.kinds.${kind}`),
    },
    { key: 'deletedBy', header: t('trash.deletedBy'), value: ({ deletedBy }) => deletedBy, unsorted: true },
    {
      key: 'deletedAt',
      header: t('trash.deletedAt'),
      value: ({ deletedAt }) => deletedAt,
      render: ({ deletedAt }) => <span className={styles.date}>{dateText(deletedAt, 'moment')}</span>,
    },
    {
      key: 'expiresAt',
      header: t('trash.expiresAt'),
      value: ({ expiresAt }) => expiresAt,
      render: ({ expiresAt }) => <span className={styles.date}>{dateText(expiresAt, 'day')}</span>,
    },
    {
      key: 'size',
      header: t('trash.size'),
      value: ({ size }) => size,
      render: ({ size }) => (
        <bdi dir="ltr" className={styles.date}>
          {fileSize(size)}
        </bdi>
      ),
      align: 'end',
      unsorted: true,
    },
  ]
}
