import { ActionIcon, Button, Group, SegmentedControl } from '@mantine/core'
import { PlusIcon } from '@phosphor-icons/react/dist/csr/Plus'
import { SealCheckIcon } from '@phosphor-icons/react/dist/csr/SealCheck'
import { SlideshowIcon } from '@phosphor-icons/react/dist/csr/Slideshow'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStoryPreview } from '#content/pages/preview/use-story-preview.tsx'
import { api } from '#lib/api.ts'
import { readingNow, spansText } from '#lib/text/show-dates-text.ts'
import { trashKey, undoDeletion, undoDeletions } from '#lib/trash.ts'
import { TagChips } from '#pickers/tags/tag-chips.tsx'
import { TagSelect, useTagsAndDeletion } from '#pickers/tags/tags-picker.tsx'
import { waitingQuery } from '#queries/approvals.ts'
import { bulkEffects, deletionEffects } from '#queries/deletion-effects.ts'
import { pendingQuery, storyboardsKey, storyboardsSource } from '#queries/storyboards.ts'
import { useDeletion } from '#ui/dialog/use-deletion.tsx'
import { lateDialog } from '#ui/late/late-dialog.tsx'
import { type Column, DataTable } from '#ui/list/data-table.tsx'
import { useBulkDeletion } from '#ui/list/use-bulk-deletion.tsx'
import { useSelection } from '#ui/list/use-selection.ts'
import { Page } from '#ui/page/page.tsx'
import { PlayButton } from '#ui/screen/play-button.tsx'
import { PreviewButton } from '#ui/screen/preview-button.tsx'
import { StatusChip } from '#ui/screen/status.tsx'
import { useShortcut } from '#ui/shortcuts.ts'
import { useCan } from '#ui/work/use-can.ts'
import { useNavigateAfterSave } from '#ui/work/use-navigate-after-save.ts'
import { useApproveMany } from './approval/approve-many.tsx'
import { pendingBeside } from './approval/pending-beside.ts'
import { STATUS_TABS, type StoryboardsView } from './list-view.ts'
import { useDuration } from './timeline/duration.ts'
import styles from './timeline/filmstrip.module.css'
import { Filmstrip } from './timeline/filmstrip.tsx'
import { loopSeconds } from './timeline/timeline.ts'
import { useWherePlayed } from './use-where-played.ts'

const ApprovalDrawer = lateDialog(async () => (await import('./approval/approval-drawer.tsx')).ApprovalDrawer)

const NewStoryboardDialog = lateDialog(
  async () => (await import('./form/new-storyboard-dialog.tsx')).NewStoryboardDialog,
)

/** Storyboards with their approval status and where they play. */
export function StoryboardsPage() {
  const { t } = useTranslation()
  const mayWrite = useCan('write', 'storyboards')
  const mayApprove = useCan('write', 'approve-storyboards')
  const show = useShow()
  const { status } = useSearch({ from: '/app/storyboard' })
  const { groupsOf, screensOf } = useWherePlayed()
  const [creating, setCreating] = useState(false)
  const create = () => setCreating(true)
  useShortcut('c', mayWrite ? create : undefined)
  const edit = useEdit()
  const story = useStoryPreview()
  const deletion = useStoryboardDeletion()
  const many = useStoryboardsBulk(mayApprove)
  const columns = useColumns(screensOf)
  const add = mayWrite && (
    <Button key="add" leftSection={<PlusIcon size={16} aria-hidden="true" />} onClick={create}>
      {t('storyboards.add')}
    </Button>
  )
  const actions = [<ToLocalContent key="local" />, add]
  return (
    <Page title={t('storyboards.title')} intro={t('storyboards.intro')} trash="storyboard" actions={actions}>
      <StatusTabs />
      <DataTable
        label={t('storyboards.title')}
        source={storyboardsSource(status)}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        onEdit={mayWrite ? edit : undefined}
        onOpen={edit}
        onDelete={mayWrite ? deletion.ask : undefined}
        toolbar={() => <StoryboardTags />}
        bulk={mayWrite ? many.bulk : mayApprove ? many.approving : undefined}
        empty={useEmpty(status, add)}
        rowActions={(storyboard) => {
          const { id, name } = storyboard
          return (
            <>
              <PlayButton name={name} request={{ subject: { kind: 'storyboard', id } }} />
              <PreviewButton name={name} onClick={() => story.preview(id)} />
              {mayApprove && <ReviewButton storyboard={storyboard} onClick={() => show({ review: id })} />}
            </>
          )
        }}
      />
      {story.dialog}
      <NewStoryboardDialog opened={creating} onClose={() => setCreating(false)} />
      <Review groupsOf={groupsOf} />
      {deletion.dialog}
      {many.dialogs}
    </Page>
  )
}

function ToLocalContent() {
  const { t } = useTranslation()
  return (
    <Button component={Link} to="/app/local-content" variant="default">
      {t('menu.localContent')}
    </Button>
  )
}

/** Updates the list's view in the URL. */
function useShow() {
  const navigate = useNavigate()
  return (change: Partial<StoryboardsView>) =>
    void navigate({ to: '/app/storyboard', search: (before) => ({ ...before, ...change }) })
}

function useEdit() {
  const navigate = useNavigate()
  return ({ id, type }: Storyboard) =>
    void navigate({ to: '/app/storyboard/$type/edit/$id', params: { type, id } })
}

function useStoryboardDeletion() {
  const continueTo = useNavigateAfterSave()
  return useDeletion<Storyboard>({
    remove: ({ id, organizationId }) => api.storyboards.remove({ params: { id }, body: { organizationId } }),
    name: ({ name }) => name,
    failed: 'errors.delete',
    invalidates: [storyboardsKey, trashKey],
    undo: undoDeletion,
    thumbnail: (storyboard) => <Filmstrip storyboard={storyboard} shown={1} />,
    kind: 'storyboard',
    find: deletionEffects.storyboard,
    onDeleted: () => void continueTo({ to: '/app/storyboard', search: (before) => before }),
  })
}

function useEmpty(status: StoryboardsView['status'], add: ReactNode) {
  const { t } = useTranslation()
  const show = useShow()
  const icon = SlideshowIcon
  if (!status)
    return { icon, title: t('storyboards.emptyTitle'), text: t('storyboards.emptyText'), action: add }
  return {
    icon,
    title: t(`storyboards.emptyTab.${status}`),
    action: (
      <Button variant="default" onClick={() => show({ status: undefined })}>
        {t('table.clearFilter')}
      </Button>
    ),
  }
}

function useStoryboardsBulk(mayApprove: boolean) {
  const selection = useSelection<Storyboard>()
  const removal = useBulkDeletion({
    selection,
    write: (ids) => api.storyboards.removeMany({ body: { ids } }),
    kind: 'storyboard',
    find: bulkEffects.storyboard,
    undo: undoDeletions,
    invalidates: [storyboardsKey, trashKey],
  })
  const approval = useApproveMany(selection)
  const both = useTagsAndDeletion('storyboards', selection, {
    failed: [...approval.failed, ...removal.bulk.failed],
    actions: [...(mayApprove ? approval.actions : []), ...removal.bulk.actions],
    dialog: (
      <>
        {approval.dialog}
        {removal.dialog}
      </>
    ),
  })
  const { failed, actions } = approval
  return { ...both, approving: { selection, failed, actions } }
}

function useColumns(screensOf: (id: string) => number | undefined): Column<Storyboard>[] {
  const { t } = useTranslation()
  const duration = useDuration()
  return [
    {
      key: 'name',
      header: t('storyboards.name'),
      value: ({ name }) => name,
      render: ({ name, tags }) => (
        <>
          {name}
          <TagChips tags={tags} />
        </>
      ),
    },
    {
      key: 'pages',
      header: t('storyboards.pages'),
      render: (storyboard) => (
        <>
          <Filmstrip storyboard={storyboard} />
          <DatesNote shows={storyboard.shows} />
        </>
      ),
    },
    {
      key: 'type',
      header: t('storyboards.type'),
      value: ({ type }) => t(`storyboards.types.${type}`),
    },
    {
      key: 'status',
      header: t('storyboards.status'),
      value: (storyboard) => storyboard.status,
      render: (storyboard) => <StatusChip status={storyboard.status} />,
    },
    {
      key: 'length',
      header: t('storyboards.length'),
      value: ({ items }) => loopSeconds(items),
      render: ({ items }) => duration(loopSeconds(items)),
      align: 'end',
    },
    {
      key: 'screens',
      header: t('storyboards.screens'),
      value: ({ id }) => screensOf(id),
      align: 'end',
    },
  ]
}

/** When the approved version starts or ends. */
function DatesNote({ shows }: Pick<Storyboard, 'shows'>) {
  const { t } = useTranslation()
  const text = spansText(t, shows, readingNow())
  return text ? <div className={styles.dates}>{text}</div> : null
}

function StoryboardTags() {
  const show = useShow()
  const { tag } = useSearch({ from: '/app/storyboard' })
  return <TagSelect kind="storyboard" value={tag} onChange={(next) => show({ ...next, page: undefined })} />
}

function StatusTabs() {
  const { t } = useTranslation()
  const show = useShow()
  const { status } = useSearch({ from: '/app/storyboard' })
  const { data: pending = [] } = useQuery(pendingQuery())
  const { data: waiting } = useQuery(waitingQuery())
  return (
    <Group mb={16}>
      <SegmentedControl
        aria-label={t('storyboards.status')}
        value={status ?? 'all'}
        onChange={(tab) =>
          show({ status: STATUS_TABS.find((one) => one === tab), page: undefined, review: undefined })
        }
        data={[
          { value: 'all', label: t('storyboards.tabs.all') },
          ...STATUS_TABS.map((tab) => ({
            value: tab,
            label: t(`storyboards.tabs.${tab}`, { count: pending.length }),
          })),
        ]}
      />
      {waiting && waiting.total > 0 && (
        <Button
          variant="default"
          leftSection={<SealCheckIcon size={16} aria-hidden="true" />}
          renderRoot={(props) => <Link to="/app/approvals" {...props} />}
        >
          {t('approvals.link', { count: waiting.total })}
        </Button>
      )}
    </Group>
  )
}

function ReviewButton({ storyboard, onClick }: { storyboard: Storyboard; onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <ActionIcon
      aria-label={t('storyboards.reviewOf', { name: storyboard.name })}
      title={t('storyboards.review')}
      onClick={onClick}
    >
      <SealCheckIcon
        size={18}
        weight={storyboard.status === 'pending' ? 'fill' : 'regular'}
        aria-hidden="true"
      />
    </ActionIcon>
  )
}

/** Reviews the storyboard in the URL, then moves on through all pending ones. */
function Review({ groupsOf }: { groupsOf: (id: string) => readonly DeviceGroup[] }) {
  const continueTo = useNavigateAfterSave()
  const show = useShow()
  const { review } = useSearch({ from: '/app/storyboard' })
  const { data: pending = [] } = useQuery(pendingQuery())
  const mayApprove = useCan('write', 'approve-storyboards')
  return (
    <ApprovalDrawer
      opened={mayApprove && review !== undefined}
      id={review}
      groupsOf={groupsOf}
      onClose={() => show({ review: undefined })}
      onDecided={(id) =>
        void continueTo({
          to: '/app/storyboard',
          // If the review was closed in the meantime, leave it closed.
          search: (before) =>
            before.review === id ? { ...before, review: pendingBeside(pending, id, 1) } : before,
        })
      }
      onStep={(step) => {
        const next = review && pendingBeside(pending, review, step)
        if (next) show({ review: next })
      }}
    />
  )
}
