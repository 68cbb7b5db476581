// A part plays when its files are here, but for those that only planned switches need: what someone sends now, and
// emergencies, must not wait for a film of tomorrow. A planned switch counts once its files are here.
import type { PlannedOverride } from '@vitrine/contract/api/screens/manifest'
import type { Part } from './parts.ts'

type IsHere = (sha256: string) => boolean

const plannedOf = (part: Part | undefined): readonly PlannedOverride[] =>
  (part && 'planned' in part.body && part.body.planned) || []

/** The files that a part plays without. */
export const laterFiles = (part: Part | undefined): ReadonlySet<string> =>
  new Set(plannedOf(part).flatMap(({ needs = [] }) => needs))

export function isPlayable(part: Part, isHere: IsHere): boolean {
  const later = laterFiles(part)
  return Object.keys(part.body.files).every((sha256) => isHere(sha256) || later.has(sha256))
}

/** The part with the planned switches that it can play; itself if those are all of them. */
export function playable<P extends Part>(part: P, isHere: IsHere): P {
  const planned = plannedOf(part)
  const held = planned.filter(({ needs = [] }) => needs.every(isHere))
  return held.length === planned.length ? part : { ...part, body: { ...part.body, planned: held } }
}

/** Whether what plays is the same: one part may get further planned switches as their files arrive. */
export const isSame = (before: Part | undefined, after: Part): boolean =>
  before === after ||
  (before?.hash === after.hash &&
    plannedOf(before).length === plannedOf(after).length &&
    before.body.files === after.body.files)
