import { useQuery } from '@tanstack/react-query'
import type { Device } from '@vitrine/contract/api/screens/devices'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { readJson, STORED, storage } from '#lib/browser/storage.ts'
import { clock } from '#lib/clock.ts'
import { onWatch } from '#lib/server/watch.ts'
import { useSession } from '#lib/session/session.ts'
import { useNow } from '#lib/use-now.ts'
import { mentionsQuery } from '#queries/comments.ts'
import { problemsQuery } from '#queries/devices.ts'
import { licencesQuery } from '#queries/licences.ts'
import { sourcesQuery } from '#queries/sources.ts'
import { storyboardsQuery } from '#queries/storyboards.ts'
import { useCan } from '#ui/work/use-can.ts'
import { backOnline, type News, newsOf } from './news.ts'

/** The maximum number of remembered reconnects. */
const BACK_MOST = 50
const EMPTY: readonly never[] = []

/** A user's notification state in this browser: last seen time, and reconnected screens. */
interface Memory {
  userId: string
  seenAt: number
  back: readonly News[]
}

/** Notifications, and the time up to which they have been seen. */
export function useNews(): { news: readonly News[]; seenAt: number; see: () => void } {
  const userId = useSession(({ profile }) => profile?.id ?? '')
  const [memory, setMemory] = useState(() => remembered(userId))
  const now = useNow(60_000)
  const mayReadLicences = useCan('write', 'own-organization')
  const storyboards = useQuery({ ...storyboardsQuery(), enabled: useCan('read', 'storyboards') }).data
  const devices = useQuery({ ...problemsQuery(), enabled: useCan('read', 'devices') }).data?.rows
  const sources = useQuery({
    ...sourcesQuery(),
    refetchInterval: 5 * 60_000,
    enabled: useCan('read', 'media'),
  }).data
  const mentions = useQuery({ ...mentionsQuery(), enabled: useCan('read', 'comments') }).data
  const licences = useQuery({ ...licencesQuery(), enabled: mayReadLicences }).data

  // Merges with what other tabs have stored.
  const keep = (change: (known: Memory) => Partial<Memory>) => {
    const known = remembered(userId)
    const next = { ...known, ...change(known) }
    storage.set(STORED.news, JSON.stringify(next))
    setMemory(next)
  }
  useEffect(() => {
    const follow = ({ key }: StorageEvent) => key === STORED.news && setMemory(remembered(userId))
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }, [userId])
  const before = useRef<readonly Device[]>(EMPTY)
  const keepReturned = useEffectEvent((returned: readonly News[]) =>
    keep(({ back }) => ({ back: withNew(returned, back).slice(0, BACK_MOST) })),
  )
  useEffect(() => {
    if (devices) before.current = devices
  }, [devices])
  useEffect(
    () =>
      onWatch((event) => {
        if (event.name !== 'devices') return
        const returned = backOnline(before.current, event.devices, clock.now())
        if (returned.length > 0) keepReturned(returned)
      }),
    [],
  )
  const { back } = memory
  const news = useMemo(
    () =>
      newsOf({
        storyboards: storyboards ?? EMPTY,
        devices: devices ?? EMPTY,
        licences: licences ?? EMPTY,
        sources: sources ?? EMPTY,
        mentions: mentions ?? EMPTY,
        back,
        userId,
        now,
      }),
    [storyboards, devices, licences, sources, mentions, back, userId, now],
  )
  return { news, seenAt: memory.seenAt, see: () => keep(() => ({ seenAt: clock.now() })) }
}

/** Deduplicate: every tab notices the same reconnect. */
const withNew = (returned: readonly News[], known: readonly News[]): News[] => [
  ...returned.filter(({ id }) => !known.some((other) => other.id === id)),
  ...known,
]

function remembered(userId: string): Memory {
  const stored = readJson(storage, STORED.news) as Partial<Memory> | null
  if (!stored || stored.userId !== userId) return { userId, seenAt: 0, back: [] }
  return { userId, seenAt: stored.seenAt ?? 0, back: Array.isArray(stored.back) ? stored.back : [] }
}
