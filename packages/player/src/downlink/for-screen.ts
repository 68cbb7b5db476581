import type { DevicePart, GroupPart } from '@vitrine/contract/api/playback/manifest'
import { neededFiles, scheduledStoryboards } from '@vitrine/contract/player/needed-files'
import type { Conditions } from '@vitrine/contract/schedule/conditions'
import { NO_TRAITS, type ScreenTraits } from '@vitrine/contract/schedule/screen-rule'
import { brandIn, isPlayable, type Part, type Parts, playable } from './parts.ts'

/** The traits of the screen that decide what plays on it. */
export const traitsIn = ({ device }: Parts): ScreenTraits => device?.body.traits ?? NO_TRAITS

/** The same with what conditions say at an instant; without them, all hold. */
export const traitsAt = (
  parts: Parts,
  conditions: ((instant: number) => Conditions) | undefined,
  instant: number,
): ScreenTraits => (conditions ? { ...traitsIn(parts), conditions: conditions(instant) } : traitsIn(parts))

const keyOf = ({ tags, places }: ScreenTraits) => JSON.stringify([tags, places])
const areSameTraits = (a: ScreenTraits, b: ScreenTraits): boolean => a === b || keyOf(a) === keyOf(b)

/** Parts never change: each as screens with some traits need it. Old and new traits alternate while files arrive. */
const narrowed = new WeakMap<Part, Map<string, Part>>()
const KEPT = 4

/** The part limited to the files that a screen with these traits can need; the same object if it can need all. */
export function forScreen<P extends Part>(part: P, traits: ScreenTraits): P {
  const whole = (part.whole ?? part) as P
  if (!whole.body.links) return part
  const known = narrowed.get(whole) ?? new Map<string, Part>()
  narrowed.set(whole, known)
  const key = keyOf(traits)
  const found = known.get(key) ?? narrow(whole, traits)
  if (known.size >= KEPT) known.clear()
  known.set(key, found)
  found.version = whole.version
  return found as P
}

function narrow<P extends Part>(whole: P, traits: ScreenTraits): P {
  const { body } = whole
  const needed = neededFiles(
    body,
    'deviceId' in body ? rootsOfDevice(body) : rootsOfGroup(body, traits),
    traits,
  )
  if (!needed) return whole
  const logo = brandIn(whole)?.logo
  const files = Object.fromEntries(
    Object.entries(body.files).filter(([sha256]) => needed.has(sha256) || sha256 === logo),
  )
  const planned =
    'planned' in body
      ? body.planned?.map((each) => ({ ...each, needs: each.needs?.filter((sha256) => needed.has(sha256)) }))
      : undefined
  return { ...whole, whole, body: { ...body, files, ...(planned && { planned }) } }
}

const rootsOfGroup = ({ current, next }: GroupPart, traits: ScreenTraits): string[] =>
  [current, next?.programme].flatMap((schedule) => (schedule ? scheduledStoryboards(schedule, traits) : []))

const rootsOfDevice = ({ override, planned = [], takeover, earlierTakeovers = [] }: DevicePart): string[] =>
  [override, ...planned, takeover, ...earlierTakeovers].flatMap((each) => each?.storyboardId ?? [])

type IsHere = (sha256: string) => boolean

/** The parts with traits in force that may be older than those of the screen's own part. */
export function partsWith({ group, device }: Parts, traits: ScreenTraits, isHere: IsHere): Parts {
  const own = device && playable(forScreen(device.whole ?? device, traits), isHere)
  const isOwn = own && areSameTraits(traitsIn({ device: own }), traits)
  return {
    group: group && playable(forScreen(group, traits), isHere),
    device: own && !isOwn ? { ...own, whole: own.whole ?? own, body: { ...own.body, traits } } : own,
  }
}

/**
 * The newest parts whose files are here. New traits are in force only together with the files of the group that they
 * need: until then, this screen plays what it did, so that no page shows before its files. Its own part doesn't wait.
 */
export function readyParts(latest: Parts, ready: Parts, isHere: IsHere): Parts {
  const isComplete = (part: Part | undefined, traits: ScreenTraits) =>
    part !== undefined && isPlayable(forScreen(part, traits), isHere)
  const before = ready.device?.whole ?? ready.device
  const device = isComplete(latest.device, traitsIn(latest)) ? latest.device : before
  const [wanted, inForce] = [traitsIn({ device }), traitsIn(ready)]
  const groupFor = (traits: ScreenTraits) =>
    [latest.group, ready.group].find((group) => isComplete(group, traits))
  const group = groupFor(wanted)
  if (group || !ready.group) return partsWith({ group, device }, wanted, isHere)
  return partsWith({ group: groupFor(inForce) ?? ready.group, device }, inForce, isHere)
}
