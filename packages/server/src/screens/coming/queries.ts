// What a screen will play, by its manifest as it would be sent now.

import type { StoryboardItem } from '@vitrine/contract/api/content/storyboards'
import type { DevicePart, GroupPart } from '@vitrine/contract/api/playback/manifest'
import { COMING_PLAYS_MAX, type Coming } from '@vitrine/contract/api/screens/coming'
import { comingPlays, type ScreenPlayback } from '@vitrine/contract/player/coming-plays'
import { playedItem } from '@vitrine/contract/schedule/expand-storyboard'
import { zoneAt } from '@vitrine/contract/schedule/schedule'
import { NO_TRAITS, type ScreenTraits } from '@vitrine/contract/schedule/screen-rule'
import { pageSpans } from '@vitrine/contract/schedule/show-dates'
import { DEFAULT_TIMEZONE } from '@vitrine/contract/schedule/time-zone'
import { anyOf } from '#db/database.ts'
import type { Db } from '#db/schema.ts'
import { whole } from '#db/scoped.ts'
import { notFound } from '#lib/errors.ts'
import type { Seal } from '#lib/security/seal.ts'
import { spansOfItems } from '#playback/content.ts'
import { makeDevices, makeGroup } from '#playback/states.ts'

interface Span {
  from: number
  minutes: number
}

type Parts = { group: GroupPart | undefined; device?: DevicePart | undefined }

const playbackOf = ({ group, device }: Parts, traits: ScreenTraits): ScreenPlayback => {
  const pageOf = (id: string) => device?.pages[id] ?? group?.pages[id]
  return {
    state: {
      ...{ current: group?.current ?? null, next: group?.next ?? null },
      ...{ override: device?.override ?? null, planned: device?.planned, traits },
    },
    ...{ takeover: device?.takeover, earlierTakeovers: device?.earlierTakeovers },
    storyboard: (id) => device?.storyboards[id] ?? group?.storyboards[id],
    spansOfPage: (id) => {
      const page = pageOf(id)
      return page ? pageSpans(page) : null
    },
  }
}

async function groupOf(db: Db, id: string | null): Promise<GroupPart | undefined> {
  const made = id === null ? undefined : await makeGroup(db, id)
  return made && (JSON.parse(made.body) as GroupPart)
}

/** `db` is bound to the organization of the screen. Throws NOT_FOUND. */
export async function comingOnScreen(
  db: Db,
  screen: { id: string; deviceGroupId: string | null },
  { storyboardId, ...span }: Span & { storyboardId?: string | undefined },
  { seal, now }: { seal: Seal; now: number },
): Promise<Coming> {
  const all = whole(db)
  const [made] = await makeDevices(all, [screen], { now, seal, withBrand: false })
  if (!made) throw notFound()
  const device = JSON.parse(made.body) as DevicePart
  const traits = device.traits ?? NO_TRAITS
  const group = await groupOf(all, screen.deviceGroupId)
  const playback = playbackOf({ group, device }, traits)
  const zone = zoneAt(playback.state, span.from)
  if (storyboardId === undefined) return answer(db, playback, span)
  return answer(db, await playbackOfDraft(db, storyboardId, { traits, zone, from: span.from }), span)
}

/** On a screen of the group that has no tags and is in no place. */
export async function comingInGroup(db: Db, groupId: string, span: Span): Promise<Coming> {
  const group = await groupOf(whole(db), groupId)
  return answer(db, playbackOf({ group }, NO_TRAITS), span)
}

interface On {
  traits: ScreenTraits
  zone: string
  from: number
}

/** A screen that plays nothing but the draft of a storyboard. */
async function playbackOfDraft(db: Db, id: string, { traits, zone, from }: On): Promise<ScreenPlayback> {
  const row = await db
    .selectFrom('storyboards')
    .select(['name', 'mode', 'items', 'shuffle'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound('Storyboard not found')
  const { name, mode, shuffle } = row
  const draft = {
    id,
    items: (JSON.parse(row.items) as StoryboardItem[]).map(playedItem),
    ...(shuffle === 1 && { shuffle: true as const }),
  }
  const played = (await spansOfItems(whole(db), [draft])).get(id)
  const current = { timezone: zone, defaultStoryboardId: id, slots: [], activeFrom: from }
  return {
    state: { current, next: null, override: null, traits },
    storyboard: () => ({ id, name, mode, items: played?.items ?? [], order: played?.order }),
    spansOfPage: played?.spansOfPage ?? (() => null),
  }
}

async function answer(db: Db, playback: ScreenPlayback, { from, minutes }: Span): Promise<Coming> {
  const to = from + minutes * 60_000
  const plays = comingPlays(playback, from, to, COMING_PLAYS_MAX)
  const last = plays.at(-1)
  const pages = await pagesOf(
    db,
    plays.flatMap(({ page }) => page?.pageId ?? []),
  )
  const places = await placesOf(
    db,
    plays.flatMap(({ because }) => because.flatMap(({ part, names }) => (isPlaces(part) ? names : []))),
  )
  return {
    plays: plays.map(({ page, slot, storyboardId, inner, because, ...play }) => ({
      ...play,
      slot: slot && slotOf(slot),
      storyboard:
        storyboardId === null
          ? null
          : { id: storyboardId, name: playback.storyboard(storyboardId)?.name ?? '' },
      page: page ? { id: page.pageId, ...(pages.get(page.pageId) ?? { name: '', thumbnailId: null }) } : null,
      inner: inner.map(({ storyboardId: id, ...each }) => ({ id, ...each })),
      because: because.map(({ part, names }) => ({
        part,
        names: isPlaces(part) ? names.flatMap((id) => places.get(id) ?? []) : [...names],
      })),
    })),
    until: plays.length < COMING_PLAYS_MAX ? to : Math.min(to, last?.end ?? to),
    timezone: zoneAt(playback.state, from) || DEFAULT_TIMEZONE,
  }
}

const isPlaces = (part: string) => part === 'inPlaces' || part === 'notInPlaces'

const slotOf = (slot: { from: string; to: string; event?: string }) => ({
  ...{ from: slot.from, to: slot.to },
  ...(slot.event !== undefined && { event: slot.event }),
})

const listed = (db: Db, ids: readonly string[]) =>
  anyOf(
    db,
    [...new Set(ids)].map((id) => ({ id })),
  )

async function pagesOf(db: Db, ids: readonly string[]) {
  const rows = await db
    .selectFrom('pages')
    .select(['id', 'name', 'thumbnailId'])
    .where('id', 'in', listed(db, ids))
    .execute()
  return new Map(rows.map(({ id, ...page }) => [id, page]))
}

async function placesOf(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  if (ids.length === 0) return found
  for (const table of ['buildings', 'floors'] as const) {
    const rows = await db
      .selectFrom(table)
      .select(['id', 'name'])
      .where('id', 'in', listed(db, ids))
      .execute()
    for (const { id, name } of rows) found.set(id, name)
  }
  return found
}
