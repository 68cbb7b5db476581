import { Button, Checkbox } from '@mantine/core'
import { MonitorPlayIcon } from '@phosphor-icons/react/dist/csr/MonitorPlay'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { NO_TRAITS } from '@vitrine/contract/schedule/screen-rule'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStoryPreview } from '#content/pages/preview/use-story-preview.tsx'
import { blocking } from '#lib/overlay.ts'
import { changeText } from '#lib/text/change-text.ts'
import { useNow } from '#lib/use-now.ts'
import { StoryOf } from '#pictures/pages/page-thumb.tsx'
import { planOf } from '#pictures/screens/plan.ts'
import { deviceGroupsQuery } from '#queries/device-groups.ts'
import { devicesSource, foundDevicesQuery } from '#queries/devices.ts'
import { spansIn, storyboardsQuery } from '#queries/storyboards.ts'
import { useReachesScreen } from '#queries/use-reaches-screen.ts'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { type Column, DataTable } from '#ui/list/data-table.tsx'
import { useListState } from '#ui/list/list-state.ts'
import { Page } from '#ui/page/page.tsx'
import { PreviewButton } from '#ui/screen/preview-button.tsx'
import { SmallPicture } from '#ui/screen/small-picture.tsx'
import { StatusChip } from '#ui/screen/status.tsx'
import { useCan } from '#ui/work/use-can.ts'
import { AssignStoryboard } from './assign-storyboard.tsx'
import styles from './device-cards.module.css'

/** How often plans are recomputed, in milliseconds. */
const TICK = 10_000

/** What each screen plays now, by default and next; switches several screens together. */
export function DeviceCardsPage() {
  const { t } = useTranslation()
  const mayWrite = useCan('write', 'devices')
  const selection = useSelection()
  const [assigning, setAssigning] = useState(false)
  const stories = useStoryPreview()
  const columns = useColumns(selection, stories.preview)
  const { devices } = selection
  const count = devices.length
  return (
    <Page title={t('deviceCards.title')} intro={t('deviceCards.intro')}>
      <DataTable
        label={t('deviceCards.title')}
        source={devicesSource({})}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        empty={{
          icon: MonitorPlayIcon,
          title: t('deviceCards.emptyTitle'),
          text: t('deviceCards.emptyText'),
          action: (
            <Button renderRoot={(props) => <Link to="/app/devices" {...props} />}>
              {t('deviceCards.toDevices')}
            </Button>
          ),
        }}
        toolbar={(total) =>
          mayWrite && (
            <>
              <Checkbox
                label={t('deviceCards.all', { count: total })}
                checked={selection.isAll}
                indeterminate={!selection.isAll && count > 0}
                onChange={(event) => void selection.toggleAll(event.currentTarget.checked)}
              />
              <Button disabled={count === 0} onClick={() => setAssigning(true)}>
                {count ? t('deviceCards.assignTo', { count }) : t('deviceCards.assign')}
              </Button>
            </>
          )
        }
      />
      <FormDialog
        opened={assigning}
        onClose={() => setAssigning(false)}
        title={t('deviceCards.assignTo', { count })}
      >
        <AssignStoryboard
          devices={devices}
          onDone={() => {
            setAssigning(false)
            selection.clear()
          }}
        />
      </FormDialog>
      {stories.dialog}
    </Page>
  )
}

type Selection = ReturnType<typeof useSelection>

/** The selected screens, kept across pages of the list. */
function useSelection() {
  const { q } = useListState()
  const client = useQueryClient()
  const reachesScreen = useReachesScreen('devices')
  const [chosen, setChosen] = useState<ReadonlyMap<string, Device>>(new Map())
  /** The search whose results are all selected. */
  const [all, setAll] = useState<string>()
  const toggle = (devices: readonly Device[], on: boolean) => {
    setAll(undefined)
    setChosen((before) => {
      const next = new Map(before)
      for (const device of devices) on ? next.set(device.id, device) : next.delete(device.id)
      return next
    })
  }
  const toggleAll = async (on: boolean) => {
    const found = await blocking(() => client.fetchQuery(foundDevicesQuery(q)))
    toggle(found.filter(reachesScreen), on)
    if (on) setAll(q)
  }
  const clear = () => {
    setChosen(new Map())
    setAll(undefined)
  }
  const has = ({ id }: Device) => chosen.has(id)
  return { devices: [...chosen.values()], has, isAll: all === q, toggle, toggleAll, clear }
}

function useColumns(selection: Selection, onPreview: (storyboardId: string) => void): Column<Device>[] {
  const { t } = useTranslation()
  const mayWrite = useCan('write', 'devices')
  const reachesScreen = useReachesScreen('devices')
  const plans = usePlanColumns(onPreview)
  return [
    {
      key: 'name',
      header: t('deviceCards.device'),
      value: ({ name }) => name,
      render: (device) =>
        mayWrite && reachesScreen(device) ? (
          <Checkbox
            label={device.name}
            checked={selection.has(device)}
            onChange={(event) => selection.toggle([device], event.currentTarget.checked)}
          />
        ) : (
          device.name
        ),
    },
    { key: 'group', header: t('deviceCards.group'), value: ({ deviceGroup }) => deviceGroup?.name },
    {
      key: 'connection',
      header: t('deviceCards.connection'),
      value: ({ connection }) => connection,
      render: ({ connection }) => <StatusChip status={connection} />,
    },
    ...plans,
  ]
}

/** What a screen plays now, by default, and next. */
function usePlanColumns(onPreview: (storyboardId: string) => void): Column<Device>[] {
  const { t } = useTranslation()
  const now = useNow(TICK)
  const planOfDevice = usePlans(now)
  const story = (named: NamedStory) => <Story {...named} onPreview={onPreview} />
  return [
    {
      key: 'playing',
      header: t('deviceCards.now'),
      value: (device) => planOfDevice(device).now?.name,
      render: (device) => {
        const { now: playing } = planOfDevice(device)
        return (
          playing && (
            <span className={styles.cell}>
              {story(playing)}
              {device.storyboardId !== null && (
                <span className={styles.quiet}>{t('deviceCards.byHand')}</span>
              )}
            </span>
          )
        )
      },
    },
    {
      key: 'default',
      header: t('deviceCards.byDefault'),
      value: (device) => planOfDevice(device).byDefault?.name,
      render: (device) => {
        const { byDefault } = planOfDevice(device)
        return byDefault && story(byDefault)
      },
    },
    {
      key: 'next',
      header: t('deviceCards.next'),
      render: (device) => {
        const { next, at } = planOfDevice(device)
        if (at === null) return null
        return (
          <span className={styles.cell}>
            {next ? story(next) : t('deviceCards.nothing')}
            <span className={styles.quiet}>
              {t('deviceCards.from', { time: `\u2068${changeText(at, now)}\u2069` })}
            </span>
          </span>
        )
      },
    },
  ]
}

/** `id` is absent if the storyboard was deleted or may not be viewed. */
interface NamedStory {
  id?: string
  name: string
}

/**
 * A plan with names instead of ids; absent fields mean nothing plays. `at`: when `next` starts, null if nothing
 * changes.
 */
interface NamedPlan {
  now?: NamedStory
  byDefault?: NamedStory
  next?: NamedStory
  at: number | null
}

/** What a screen plays now, by default and next, by name. */
function usePlans(now: number): (device: Device) => NamedPlan {
  const { t } = useTranslation()
  const { data: groups = [] } = useQuery(deviceGroupsQuery())
  const { data: storyboards = [], isPending } = useQuery(storyboardsQuery())
  const groupOf = new Map(groups.map((group) => [group.id, group]))
  const nameOf = new Map(storyboards.map(({ id, name }) => [id, name]))
  return (device) => {
    const { playing, deviceGroupId } = device
    const group = groupOf.get(deviceGroupId ?? '')
    const plan = planOf(device, group, now, spansIn(storyboards, device.traits ?? NO_TRAITS))
    // For a deleted storyboard, use the name that the screen reports.
    const gone = (id: string) =>
      (playing?.storyboardId === id && playing.storyboardName) || (isPending ? '…' : t('deviceCards.unnamed'))
    const named = (id: string | null): NamedStory | undefined => {
      const name = nameOf.get(id ?? '')
      if (name !== undefined) return { id: id ?? undefined, name }
      return id === null ? undefined : { name: gone(id) }
    }
    return {
      now: named(plan.now),
      byDefault: named(plan.byDefault),
      next: named(plan.next?.storyboardId ?? null),
      at: plan.next?.at ?? null,
    }
  }
}

/** A storyboard's name and preview; clicking the name searches for screens that play it now, by default or next. */
function Story({ id, name, onPreview }: NamedStory & { onPreview: (storyboardId: string) => void }) {
  const { t } = useTranslation()
  const { set } = useListState()
  return (
    <span className={styles.named}>
      {id && (
        <SmallPicture>
          <StoryOf id={id} />
        </SmallPicture>
      )}
      <button
        type="button"
        className={styles.story}
        title={t('deviceCards.find', { name })}
        onClick={() => set({ q: name })}
      >
        <bdi>{name}</bdi>
      </button>
      {id && <PreviewButton name={name} size={24} onClick={() => onPreview(id)} />}
    </span>
  )
}
