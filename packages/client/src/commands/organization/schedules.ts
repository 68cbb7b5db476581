import type { Schedule } from '@vitrine/contract/api/screens/device-groups'
import { contradictionIn } from '@vitrine/contract/schedule/screen-rule'
import { overlapsIn } from '@vitrine/contract/schedule/slots'
import { DEFAULT_TIMEZONE } from '@vitrine/contract/schedule/time-zone'
import { lookUp, STORYBOARD } from '#commands/names.ts'
import type { Organization } from './current.ts'
import type { ReadGroup, Reading, ReadSlot } from './read.ts'
import { type Slot, slotOf, slotsKey } from './slots.ts'

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
  const slots = wanted.slots?.map((slot) => checkedSlot(slot, idOf(slot.storyboard, slot.line), at))
  for (const [index, other] of overlapsIn(slots ?? []))
    at.problem(
      wanted.slots?.[index]?.line ?? line,
      `overlaps the time slot of line ${wanted.slots?.[other]?.line}`,
    )
  const after: Schedule = {
    timezone: wanted.timezone ?? before.timezone,
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

function checkedSlot({ line, ...entry }: ReadSlot, storyboardId: string, at: Reading): Slot {
  const { event, startDate, endDate, screens } = entry
  if (event && !(startDate && endDate)) at.problem(line, 'an event needs startDate and endDate')
  if (startDate && endDate && endDate < startDate) at.problem(line, 'endDate is before startDate')
  const part = screens && contradictionIn(screens)
  if (part) at.problem(line, `no screen can match these rules: ${part} rules out the others`)
  return slotOf(entry, storyboardId)
}

const scheduleKey = ({ timezone, defaultStoryboardId, slots }: Schedule) =>
  JSON.stringify([timezone, defaultStoryboardId, slotsKey(slots)])
