import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { readingAt, scheduledDay } from '@vitrine/contract/schedule/day'
import { useId, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { compareNames } from '#lib/text/compare-names.ts'
import { useNow } from '#lib/use-now.ts'
import { storyboardChoices } from '#pickers/pages/storyboard-picker.tsx'
import { switchesQuery } from '#queries/devices.ts'
import { takeoversQuery } from '#queries/takeovers.ts'
import { useCan, useReach } from '#ui/work/use-can.ts'
import { blockKey } from './block-look.ts'
import styles from './calendar.module.css'
import { CalendarBar } from './calendar-bar.tsx'
import type { CalendarSearch } from './calendar-search.ts'
import { CountrySelect } from './country-select.tsx'
import { daysOf } from './days.ts'
import { type Edit, overlapOf } from './edit.ts'
import { Grid } from './grid.tsx'
import { GroupRow } from './group-row.tsx'
import { type Deviations, overlaysOf } from './overlays.ts'
import type { Hand } from './row-props.ts'
import { Shelf } from './shelf.tsx'
import { SlotPopover } from './slot-popover.tsx'
import { useEditing } from './use-editing.ts'
import { type HolidayNames, useHolidays } from './use-holidays.ts'
import { useStoryboards } from './use-storyboards.ts'
import { commonZone, zoneName } from './zones.ts'

const MINUTE = 60_000

const NONE: readonly DeviceGroup[] = []

/** The calendar of groups, with the shelf beside it. Until they have loaded, its days with empty rows. */
export function Calendar({ groups: unsorted = NONE }: { groups: readonly DeviceGroup[] | undefined }) {
  const at = useNow(MINUTE)
  const isWaiting = unsorted === NONE
  const hint = useId()
  const isReached = useReach('device-groups')
  // What plays on someone's screens may be the schedule of a group that isn't theirs to change.
  const editable =
    useCan('write', 'device-groups') && unsorted.every(({ id }) => isReached({ deviceGroupId: id }))
  const groups = useMemo(() => unsorted.toSorted((a, b) => compareNames(a.name, b.name)), [unsorted])
  const zone = useMemo(() => commonZone(groups), [groups])
  const { days, ...bar } = useDays(readingAt(zone, at).date)
  const stories = useStoryboards()
  const holidays = useHolidays(days)
  const editing = useEditing({ groups, days, today: bar.today, stories, editable, hint })
  const { hand } = editing
  return (
    <div className={styles.calendar} data-frame>
      <CalendarBar {...bar} days={days}>
        <CountrySelect {...holidays} />
      </CalendarBar>
      <div className={styles.both}>
        {/* Nothing can be placed before the rows are there. */}
        {editable && isWaiting && <Skeleton height={240} />}
        {editable && !isWaiting && (
          <Shelf
            storyboards={stories.playable}
            chosen={hand.placing?.slots[hand.placing.index]?.storyboardId}
            begin={editing.begin}
            onChoose={hand.choose}
          />
        )}
        <Rows
          {...{ groups, days, zone, at, editing }}
          isWaiting={isWaiting}
          today={bar.today}
          holidays={holidays.names}
        />
      </div>
      <Hints editable={editable} id={hint} said={hand.said} />
      <OpenedSlot {...{ hand, groups, stories, editable }} />
    </div>
  )
}

/** The days of the view in the URL. */
function useDays(today: string) {
  const search = useSearch({ from: '/app/device-group/calendar' })
  const navigate = useNavigate()
  const { view } = search
  // A day that doesn't exist.
  const date = search.date && !Number.isNaN(Date.parse(search.date)) ? search.date : today
  const days = useMemo(() => daysOf(view, date), [view, date])
  const onSearch = (change: CalendarSearch) =>
    void navigate({ to: '/app/device-group/calendar', search: { ...search, ...change }, replace: true })
  return { view, date, today, days, onSearch }
}

function Hints({ editable, id, said }: { editable: boolean; id: string; said: string }) {
  const { t } = useTranslation()
  return (
    <>
      {editable && (
        <p id={id} className={styles.hint}>
          {t('calendar.hint')}
        </p>
      )}
      <p className="visually-hidden" aria-live="polite">
        {said}
      </p>
    </>
  )
}

interface OpenedSlotProps {
  hand: ReturnType<typeof useEditing>['hand']
  groups: readonly DeviceGroup[]
  stories: ReturnType<typeof useStoryboards>
  editable: boolean
}

function OpenedSlot({ hand: { opened, setOpened, save }, groups, stories, editable }: OpenedSlotProps) {
  const { t } = useTranslation()
  const group = groups.find(({ id }) => id === opened?.groupId)
  if (!opened || !group) return null
  return (
    <SlotPopover
      key={`${opened.groupId} ${opened.day} ${opened.index}`}
      group={group}
      edit={opened}
      choices={storyboardChoices(t, stories.storyboards, group.organizationId)}
      readOnly={!editable}
      onSave={(slots, keepsSwitches) => void save(opened.groupId, slots, keepsSwitches)}
      onClose={() => setOpened(undefined)}
    />
  )
}

interface RowsProps {
  groups: readonly DeviceGroup[]
  days: readonly string[]
  today: string
  /** The time zone of most groups. */
  zone: string
  at: number
  holidays: HolidayNames
  editing: ReturnType<typeof useEditing>
  isWaiting: boolean
}

function Rows({ groups, days, today, zone, at, holidays, editing, isWaiting }: RowsProps) {
  const { t } = useTranslation()
  const { saving, hand, inHand, shared } = editing
  const deviations = useDeviations()
  const first = useMemo(() => firstBlock(groups, days), [groups, days])
  const tabStop = hand.current ?? first
  return (
    <Grid
      {...{ groups, days, today, holidays, isWaiting }}
      label={t('calendar.title')}
      nameOf={shared.nameOf}
    >
      {(group) => (
        <Row
          {...{ group, days, deviations, shared, at, holidays }}
          slots={saving.get(group.id) ?? group.schedule.slots}
          edit={inHand?.groupId === group.id ? inHand : undefined}
          tabStop={tabStop?.startsWith(`${group.id} `) ? tabStop : undefined}
          isOther={group.schedule.timezone !== zone}
        />
      )}
    </Grid>
  )
}

interface RowProps
  extends Pick<Parameters<typeof GroupRow>[0], 'group' | 'slots' | 'days' | 'shared' | 'at' | 'holidays'> {
  deviations: Deviations
  edit: Edit | undefined
  tabStop: string | undefined
  isOther: boolean
}

/** A row with what differs from its schedule, and the edit in hand. */
function Row({ deviations, edit, isOther, slots, ...props }: RowProps) {
  const { group } = props
  const overlays = useMemo(() => overlaysOf(group, deviations), [group, deviations])
  const hand = useMemo(
    (): Hand | undefined => edit && { ...edit, isRefused: overlapOf(edit, group.schedule) !== undefined },
    [edit, group.schedule],
  )
  const zone = useMemo(
    () => (isOther ? zoneName(group.schedule.timezone) : undefined),
    [isOther, group.schedule.timezone],
  )
  return <GroupRow {...props} slots={hand?.slots ?? slots} {...{ overlays, hand, zone }} />
}

/** The key of a block that Tab reaches before any was focused. */
function firstBlock(groups: readonly DeviceGroup[], days: readonly string[]): string | undefined {
  for (const { id, schedule } of groups)
    for (const day of schedule.slots.length > 0 ? days : []) {
      const run = scheduledDay(schedule, day).runs.find(({ fromDayBefore }) => !fromDayBefore)
      if (run) return blockKey(id, day, run.index)
    }
  return undefined
}

/** Manual and planned switches, and takeovers; none without permission to see them. */
function useDeviations(): Deviations {
  const switches = useQuery({ ...switchesQuery(), enabled: useCan('read', 'devices') })
  const takeovers = useQuery({ ...takeoversQuery(), enabled: useCan('read', 'takeovers') })
  return useMemo(
    () => ({
      switches: switches.data?.switches ?? [],
      planned: switches.data?.planned ?? [],
      takeovers: takeovers.data ?? [],
    }),
    [switches.data, takeovers.data],
  )
}
