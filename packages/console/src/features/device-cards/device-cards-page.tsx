import { Button, Checkbox } from '@mantine/core'
import { MonitorPlayIcon } from '@phosphor-icons/react/dist/csr/MonitorPlay'
import { useQuery } from '@tanstack/react-query'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceGroupsQuery } from '#features/device-groups/queries.ts'
import { devicesQuery } from '#features/devices/queries.ts'
import { useStoryPreview } from '#features/pages/preview/use-story-preview.tsx'
import { storyboardsQuery } from '#features/storyboards/queries.ts'
import { changeText } from '#lib/text/change-text.ts'
import { useNow } from '#lib/use-now.ts'
import { FormDialog } from '#ui/dialog/form-dialog.tsx'
import { lazyPart } from '#ui/late/lazy-part.tsx'
import { type Column, DataTable } from '#ui/list/data-table.tsx'
import { useListState } from '#ui/list/list-state.ts'
import { matching } from '#ui/list/table-rows.ts'
import { Page } from '#ui/page/page.tsx'
import { PreviewButton } from '#ui/screen/preview-button.tsx'
import { StatusChip } from '#ui/screen/status.tsx'
import { useCan } from '#ui/work/use-can.ts'
import styles from './device-cards.module.css'
import { type Plan, planOf } from './plan.ts'

const AssignStoryboard = lazyPart(async () => (await import('./assign-storyboard.tsx')).AssignStoryboard)

/** How often the plan is read anew, in milliseconds. */
const TICK = 10_000

/** What is on which screen now, by default and next; and something else on several of them at once. */
export function DeviceCardsPage() {
  const { t } = useTranslation()
  const mayWrite = useCan('write', 'devices')
  const now = useNow(TICK)
  const { q, set } = useListState()
  const query = useQuery(devicesQuery())
  const planned = usePlans(query.data, now)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [assigning, setAssigning] = useState(false)

  const toggle = (ids: readonly string[], on: boolean) =>
    setChosen((before) => {
      const next = new Set(before)
      for (const id of ids) on ? next.add(id) : next.delete(id)
      return next
    })
  const stories = useStoryPreview()
  const story = ({ id, name }: NamedStory) => (
    <span className={styles.named}>
      <Story name={name} onFind={() => set({ q: name })} />
      {id && <PreviewButton name={name} size={24} onClick={() => stories.preview(id)} />}
    </span>
  )
  const columns: Column<Device>[] = [
    {
      key: 'device',
      header: t('deviceCards.device'),
      value: ({ name }) => name,
      render: ({ id, name }) =>
        mayWrite ? (
          <Checkbox
            label={name}
            checked={chosen.has(id)}
            onChange={(event) => toggle([id], event.currentTarget.checked)}
          />
        ) : (
          name
        ),
    },
    { key: 'group', header: t('deviceCards.group'), value: ({ deviceGroup }) => deviceGroup?.name },
    {
      key: 'connection',
      header: t('deviceCards.connection'),
      value: ({ connection }) => connection,
      render: ({ connection }) => <StatusChip status={connection} />,
    },
    {
      key: 'now',
      header: t('deviceCards.now'),
      value: (device) => planned(device).now?.name,
      render: (device) => {
        const { now: playing } = planned(device)
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
      value: (device) => planned(device).byDefault?.name,
      render: (device) => {
        const { byDefault } = planned(device)
        return byDefault && story(byDefault)
      },
    },
    {
      key: 'next',
      header: t('deviceCards.next'),
      value: (device) => planned(device).next?.name,
      render: (device) => {
        const { next, at, timezone } = planned(device)
        if (at === null) return null
        return (
          <span className={styles.cell}>
            {next ? story(next) : t('deviceCards.nothing')}
            <span className={styles.quiet}>
              {t('deviceCards.from', { time: `\u2068${changeText(at, now, timezone)}\u2069` })}
            </span>
          </span>
        )
      },
    },
  ]
  const devices = query.data ?? []
  const found = matching(devices, columns, q).map(({ id }) => id)
  const selected = devices.filter(({ id }) => chosen.has(id))
  const allChosen = found.length > 0 && found.every((id) => chosen.has(id))
  return (
    <Page title={t('deviceCards.title')} intro={t('deviceCards.intro')}>
      <DataTable
        label={t('deviceCards.title')}
        query={query}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        empty={{
          icon: MonitorPlayIcon,
          title: t('deviceCards.emptyTitle'),
          text: t('deviceCards.emptyText'),
        }}
        toolbar={
          mayWrite && (
            <>
              <Checkbox
                label={t('deviceCards.all', { count: found.length })}
                checked={allChosen}
                indeterminate={!allChosen && selected.length > 0}
                onChange={(event) => toggle(found, event.currentTarget.checked)}
              />
              <Button disabled={selected.length === 0} onClick={() => setAssigning(true)}>
                {selected.length
                  ? t('deviceCards.assignTo', { count: selected.length })
                  : t('deviceCards.assign')}
              </Button>
            </>
          )
        }
      />
      <FormDialog
        opened={assigning}
        onClose={() => setAssigning(false)}
        title={t('deviceCards.assignTo', { count: selected.length })}
      >
        <AssignStoryboard
          devices={selected}
          onDone={() => {
            setAssigning(false)
            setChosen(new Set())
          }}
        />
      </FormDialog>
      {stories.dialog}
    </Page>
  )
}

/** `id` is absent where the storyboard is gone, or may not be seen. */
interface NamedStory {
  id?: string
  name: string
}

/** A plan in names; absent is nothing. `at`: when `next` comes, null when nothing changes. */
interface NamedPlan {
  now?: NamedStory
  byDefault?: NamedStory
  next?: NamedStory
  at: number | null
  /** Of the group's schedule. */
  timezone?: string
}

const UNPLANNED: NamedPlan = { at: null }

/** The plans of all screens, by screen. */
function usePlans(devices: readonly Device[] = [], now: number): (device: Device) => NamedPlan {
  const { t } = useTranslation()
  const { data: groups = [] } = useQuery(deviceGroupsQuery())
  const { data: storyboards = [], isPending } = useQuery(storyboardsQuery())
  const groupOf = new Map(groups.map((group) => [group.id, group]))
  const nameOf = new Map(storyboards.map(({ id, name }) => [id, name]))
  const inWords = ({ playing }: Device, plan: Plan, group?: DeviceGroup): NamedPlan => {
    // A storyboard that is gone is still known by the name that the screen reports; one whose name is on its way is not gone.
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
      timezone: group?.schedule.timezone,
    }
  }
  const plans = new Map(
    devices.map((device) => {
      const group = groupOf.get(device.deviceGroupId ?? '')
      return [device.id, inWords(device, planOf(device, group, now), group)]
    }),
  )
  return ({ id }) => plans.get(id) ?? UNPLANNED
}

/** A storyboard's name; a click leaves the screens that have it now, by default or next. */
function Story({ name, onFind }: { name: string; onFind: () => void }) {
  const { t } = useTranslation()
  return (
    <button type="button" className={styles.story} title={t('deviceCards.find', { name })} onClick={onFind}>
      <bdi>{name}</bdi>
    </button>
  )
}
