import type { Licence } from '@vitrine/contract/api/accounts/licences'
import type { Mention } from '@vitrine/contract/api/content/comments'
import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import type { Source } from '@vitrine/contract/api/data/sources'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { daysLeft } from '#accounts/licences/licence-state.ts'

const DAY = 86_400_000
/** Days to list a decision. */
const DECIDED_DAYS = 14
/** Warn this many days before a license expires. */
const LICENCE_DAYS = 30
/** Milliseconds without a request after which a screen counts as offline; see the contract's LATE_SECONDS. */
const OFFLINE_MS = 600_000

export type NewsKind =
  | 'asked'
  | 'approved'
  | 'rejected'
  | 'offline'
  | 'back'
  | 'behind'
  | 'licence'
  | 'source'
  | 'mention'

/** An event with a stable `id`, which deduplicates it across tabs and reloads. */
export interface News {
  id: string
  kind: NewsKind
  /** The affected record. */
  subjectId: string
  name: string
  /** The type of a storyboard. */
  type?: Storyboard['type']
  /** The comment that mentions the user, and the kind of its page. */
  comment?: { id: string; kind: Mention['page']['kind'] }
  /** Milliseconds since 1970. */
  at: number
}

interface Facts {
  storyboards: readonly Storyboard[]
  devices: readonly Device[]
  licences: readonly Licence[]
  sources: readonly Source[]
  mentions: readonly Mention[]
  /** Remembered reconnects of screens. */
  back: readonly News[]
  /** The current user, whose own actions are not listed. */
  userId: string
  now: number
}

/** Events, newest first: derived from stored data, so nothing is missed while the console is closed. */
export function newsOf({
  storyboards,
  devices,
  licences,
  sources,
  mentions,
  back,
  userId,
  now,
}: Facts): News[] {
  return [
    ...storyboards
      .filter(({ changedBy }) => changedBy !== userId)
      .flatMap((storyboard) => ofStoryboard(storyboard, now)),
    ...devices.flatMap(ofDevice),
    ...licences.flatMap((licence) => ofLicence(licence, now)),
    ...sources.filter(({ savedBy }) => savedBy === userId).flatMap(ofSource),
    ...mentions.map(ofMention),
    ...back,
  ].toSorted((a, b) => b.at - a.at)
}

function ofStoryboard({ id, name, type, status, version, updatedAt }: Storyboard, now: number): News[] {
  const at = Date.parse(updatedAt)
  if (status !== 'pending' && now - at > DECIDED_DAYS * DAY) return []
  const kind = status === 'pending' ? 'asked' : status
  return [{ id: `${kind} ${id} ${version}`, kind, subjectId: id, name, type, at }]
}

function ofDevice({ id, name, connection, content, lastSeenAt, playing, updatedAt }: Device): News[] {
  const seen = lastSeenAt ? Date.parse(lastSeenAt) : 0
  if (connection === 'offline') {
    const at = seen + OFFLINE_MS
    return [{ id: `offline ${id} ${at}`, kind: 'offline', subjectId: id, name, at }]
  }
  if (connection !== 'online' || content !== 'behind') return []
  const at = playing?.since ?? Date.parse(updatedAt)
  return [{ id: `behind ${id} ${at}`, kind: 'behind', subjectId: id, name, at }]
}

function ofLicence({ id, number, expiresAt }: Licence, now: number): News[] {
  const days = daysLeft(expiresAt, now)
  if (expiresAt === null || days === null || days > LICENCE_DAYS) return []
  const at = Date.parse(expiresAt) - LICENCE_DAYS * DAY
  return [{ id: `licence ${id} ${expiresAt}`, kind: 'licence', subjectId: id, name: number, at }]
}

function ofSource({ id, name, failingSince: at }: Source): News[] {
  return at === null ? [] : [{ id: `source ${id} ${at}`, kind: 'source', subjectId: id, name, at }]
}

const ofMention = ({ id, commentId, page, at }: Mention): News => ({
  ...{ id: `mention ${id}`, kind: 'mention', subjectId: page.id, name: page.name },
  comment: { id: commentId, kind: page.kind },
  at: Date.parse(at),
})

/** Screens that were offline before and are online again. */
export function backOnline(before: readonly Device[], after: readonly Device[], now: number): News[] {
  const gone = new Set(before.filter(({ connection }) => connection === 'offline').map(({ id }) => id))
  return after
    .filter(({ id, connection }) => connection === 'online' && gone.has(id))
    .map(({ id, name, lastSeenAt }) => ({
      id: `back ${id} ${lastSeenAt}`,
      kind: 'back',
      subjectId: id,
      name,
      at: now,
    }))
}
