import type { Schedule } from '@vitrine/contract/api/screens/device-groups'
import { overlapsIn, playsInYear } from '@vitrine/contract/schedule/overlaps'
import { contradictionIn } from '@vitrine/contract/schedule/screen-rule'
import type { SkyPlace } from '@vitrine/contract/schedule/sky'
import type { SlotClocks } from '@vitrine/contract/schedule/slots'
import { DEFAULT_TIMEZONE } from '@vitrine/contract/schedule/time-zone'
import { lookUp, STORYBOARD } from '#commands/names.ts'
import type { Organization } from './current.ts'
import type { PlaceEntry, ReadGroup, Reading, ReadSlot } from './read.ts'
import { followsSun, type Slot, slotOf, slotsKey } from './slots.ts'

const NONE: Schedule = { timezone: DEFAULT_TIMEZONE, defaultStoryboardId: null, slots: [] }
/** `current.ts` has no storyboards that play one file; files name them by their ids. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The schedule of a group after the changes; undefined if it stays. What the entry doesn't have stays, too. */
export function scheduleOf(
  { schedule: wanted, line }: ReadGroup,
  before: Schedule = NONE,
  { storyboards }: Organization,
  at: Reading,
): Schedule | undefined {
  if (!wanted) return undefined
  const used = new Set([before.defaultStoryboardId, ...before.slots.map(({ storyboardId }) => storyboardId)])
  const idOf = (name: string, on: number) => {
    const found = lookUp(STORYBOARD, name, storyboards)
    if (typeof found === 'string') {
      if (!UUID.test(name)) at.problem(on, found)
      return name
    }
    if (found.approvedVersion === null && !used.has(found.id))
      at.problem(on, `the storyboard ${JSON.stringify(found.name)} isn't approved`)
    return found.id
  }
  const hijriShift = wanted.hijriShift === undefined ? before.hijriShift : Number(wanted.hijriShift)
  const sky = wanted.place ? skyOf(wanted.place) : before.sky
  const clocks: SlotClocks = {
    timezone: wanted.timezone ?? before.timezone,
    ...(sky && { sky }),
    ...(hijriShift && { hijriShift }),
  }
  const slots = wanted.slots?.map((slot) =>
    checkedSlot(slot, { storyboardId: idOf(slot.storyboard, slot.line), clocks }, at),
  )
  for (const [index, other] of overlapsIn({ ...clocks, slots: slots ?? [] }))
    at.problem(
      wanted.slots?.[index]?.line ?? line,
      `overlaps the time slot of line ${wanted.slots?.[other]?.line}`,
    )
  const after: Schedule = {
    ...clocks,
    defaultStoryboardId:
      wanted.default == null
        ? wanted.default === undefined
          ? before.defaultStoryboardId
          : null
        : idOf(wanted.default, wanted.line),
    slots: slots ?? before.slots,
  }
  return scheduleKey(after) === scheduleKey(before) ? undefined : after
}

const skyOf = ({ name, latitude, longitude, method, asr }: PlaceEntry): SkyPlace => ({
  name,
  latitude: Number(latitude),
  longitude: Number(longitude),
  method: Number(method),
  ...(asr === 'hanafi' && { isHanafi: true }),
})

interface Belongs {
  storyboardId: string
  clocks: SlotClocks
}

function checkedSlot({ line, ...entry }: ReadSlot, { storyboardId, clocks }: Belongs, at: Reading): Slot {
  const { event, startDate, endDate, hijri, screens } = entry
  if (event && !hijri && !(startDate && endDate)) at.problem(line, 'an event needs startDate and endDate')
  if (followsSun(entry) && !clocks.sky)
    at.problem(line, 'a time slot that follows the sun needs the place of the schedule')
  if (startDate && endDate && endDate < startDate) at.problem(line, 'endDate is before startDate')
  const part = screens && contradictionIn(screens)
  if (part) at.problem(line, `no screen can match these rules: ${part} rules out the others`)
  const slot = slotOf(entry, storyboardId, clocks)
  if (clocks.sky && !playsInYear(slot, clocks))
    at.problem(line, 'ends before it begins on every day of the year')
  return slot
}

const scheduleKey = ({ timezone, sky, hijriShift = 0, defaultStoryboardId, slots }: Schedule) =>
  JSON.stringify([timezone, sky && skyKey(sky), hijriShift, defaultStoryboardId, slotsKey(slots)])
const skyKey = ({ name, latitude, longitude, method, isHanafi }: SkyPlace) => [
  name,
  latitude,
  longitude,
  method,
  isHanafi,
]
