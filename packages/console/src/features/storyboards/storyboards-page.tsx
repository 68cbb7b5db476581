import { ActionIcon, Button, Group, SegmentedControl } from '@mantine/core'
import { PlusIcon } from '@phosphor-icons/react/dist/csr/Plus'
import { SealCheckIcon } from '@phosphor-icons/react/dist/csr/SealCheck'
import { SlideshowIcon } from '@phosphor-icons/react/dist/csr/Slideshow'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Storyboard } from '@vitrine/contract/api/storyboards'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWherePlayed } from '#features/device-groups/use-where-played.ts'
import { useStoryPreview } from '#features/pages/preview/use-story-preview.tsx'
import { api } from '#lib/api.ts'
import { useDeletion } from '#ui/dialog/use-deletion.tsx'
import { lateDialog } from '#ui/late/late-dialog.tsx'
import { type Column, DataTable } from '#ui/list/data-table.tsx'
import { Page } from '#ui/page/page.tsx'
import { PlayButton } from '#ui/screen/play-button.tsx'
import { PreviewButton } from '#ui/screen/preview-button.tsx'
import { StatusChip } from '#ui/screen/status.tsx'
import { useShortcut } from '#ui/shortcuts.ts'
import { useCan } from '#ui/work/use-can.ts'
import { useGoOn } from '#ui/work/use-go-on.ts'
import { pendingBeside } from './approval/pending-beside.ts'
import { STATUS_TABS, type StoryboardsView } from './list-view.ts'
import { pendingQuery, storyboardsKey, storyboardsSource } from './queries.ts'
import { useDuration } from './timeline/duration.ts'
import { Filmstrip } from './timeline/filmstrip.tsx'
import { loopSeconds } from './timeline/timeline.ts'
import { usePages } from './use-pages.ts'

const ApprovalDrawer = lateDialog(async () => (await import('./approval/approval-drawer.tsx')).ApprovalDrawer)

const NewStoryboardDialog = lateDialog(
  async () => (await import('./form/new-storyboard-dialog.tsx')).NewStoryboardDialog,
)

/** What exists, what waits for approval, what plays. */
export function StoryboardsPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const goOn = useGoOn()
  const mayWrite = useCan('write', 'storyboards')
  const mayApprove = useCan('write', 'approve-storyboards')
  const duration = useDuration()
  const { status, review } = useSearch({ from: '/app/storyboard' })
  const { data: pending = [] } = useQuery(pendingQuery())
  const cards = usePages('standard')
  const layouts = usePages('designed')
  const pagesOf = ({ type }: Storyboard) => (type === 'standard' ? cards.data : layouts.data)
  const { groupsOf, screensOf } = useWherePlayed()
  const [creating, setCreating] = useState(false)
  const story = useStoryPreview()

  useShortcut('c', mayWrite ? () => setCreating(true) : undefined)

  const show = (change: Partial<StoryboardsView>) =>
    void navigate({ to: '/app/storyboard', search: (before) => ({ ...before, ...change }) })
  const edit = ({ id, type }: Storyboard) =>
    void navigate({ to: '/app/storyboard/$type/edit/$id', params: { type, id } })
  const deletion = useDeletion<Storyboard>({
    remove: ({ id, organizationId }) => api.storyboards.remove({ params: { id }, body: { organizationId } }),
    name: ({ name }) => name,
    failed: 'errors.delete',
    invalidates: [storyboardsKey],
    thumbnail: (storyboard) => <Filmstrip storyboard={storyboard} pages={pagesOf(storyboard)} shown={1} />,
    usedIn: ({ id }) =>
      groupsOf(id).map((group) => ({
        name: group.name,
        to: '/app/device-group/storyboard/$id',
        params: { id: group.id },
      })),
    onDeleted: () => void goOn({ to: '/app/storyboard', search: (before) => before }),
  })

  const columns: Column<Storyboard>[] = [
    { key: 'name', header: t('storyboards.name'), value: ({ name }) => name },
    {
      key: 'pages',
      header: t('storyboards.pages'),
      render: (storyboard) => <Filmstrip storyboard={storyboard} pages={pagesOf(storyboard)} />,
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
  const addLabel = t('storyboards.add')
  const empty = status
    ? { title: t(`storyboards.emptyTab.${status}`) }
    : { title: t('storyboards.emptyTitle'), text: t('storyboards.emptyText') }
  return (
    <Page
      title={t('storyboards.title')}
      intro={t('storyboards.intro')}
      actions={
        mayWrite && (
          <Button leftSection={<PlusIcon size={16} aria-hidden="true" />} onClick={() => setCreating(true)}>
            {addLabel}
          </Button>
        )
      }
    >
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
      </Group>
      <DataTable
        label={t('storyboards.title')}
        source={storyboardsSource(status)}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        onEdit={mayWrite ? edit : undefined}
        onOpen={edit}
        onDelete={mayWrite ? deletion.ask : undefined}
        empty={{ icon: SlideshowIcon, ...empty }}
        rowActions={(storyboard) => (
          <>
            <PlayButton
              name={storyboard.name}
              request={{ subject: { kind: 'storyboard', id: storyboard.id } }}
            />
            <PreviewButton name={storyboard.name} onClick={() => story.preview(storyboard.id)} />
            {mayApprove && (
              <ActionIcon
                aria-label={t('storyboards.reviewOf', { name: storyboard.name })}
                title={t('storyboards.review')}
                onClick={() => show({ review: storyboard.id })}
              >
                <SealCheckIcon
                  size={18}
                  weight={storyboard.status === 'pending' ? 'fill' : 'regular'}
                  aria-hidden="true"
                />
              </ActionIcon>
            )}
          </>
        )}
      />
      {story.dialog}
      <NewStoryboardDialog opened={creating} onClose={() => setCreating(false)} />
      <ApprovalDrawer
        opened={mayApprove && review !== undefined}
        id={review}
        groupsOf={groupsOf}
        onClose={() => show({ review: undefined })}
        onDecided={(id) =>
          void goOn({
            to: '/app/storyboard',
            // If it was closed in the meantime, leave it closed.
            search: (before) =>
              before.review === id ? { ...before, review: pendingBeside(pending, id, 1) } : before,
          })
        }
        onStep={(step) => {
          const next = review && pendingBeside(pending, review, step)
          if (next) show({ review: next })
        }}
      />
      {deletion.dialog}
    </Page>
  )
}
