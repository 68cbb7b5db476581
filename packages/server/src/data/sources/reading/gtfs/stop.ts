import { searchKey } from '@vitrine/contract/search-key'
import { Unreadable } from '#data/sources/reading/table.ts'
import type { FeedFiles } from './feed-files.ts'

/** Maximum platforms: a station has many, and both sides of a street share a name. */
const STOPS_MAX = 500
const NAMED_MAX = 5

/** A stop's platforms by feed id. */
export type Platforms = ReadonlyMap<string, string>

/** Finds a stop by id, code, or name, with its platforms. Throws Unreadable with a list of existing stops. */
export async function findStop(feed: FeedFiles, wanted: string): Promise<Platforms> {
  const key = searchKey(wanted)
  const found = {
    id: new Map<string, string>(),
    code: new Map<string, string>(),
    name: new Map<string, string>(),
  }
  const similar = new Set<string>()
  const some = new Set<string>()
  const columns = ['stop_id', 'stop_code', 'stop_name', 'platform_code'] as const
  await feed.each('stops', columns, (stop) => {
    const add = (to: Map<string, string>) => to.size < STOPS_MAX && to.set(stop.stop_id, stop.platform_code)
    const name = searchKey(stop.stop_name)
    if (key !== '' && stop.stop_id === wanted) add(found.id)
    else if (key !== '' && searchKey(stop.stop_code) === key) add(found.code)
    else if (key !== '' && name === key) add(found.name)
    else if (key !== '' && similar.size < NAMED_MAX && name.includes(key)) similar.add(stop.stop_name)
    if (some.size < NAMED_MAX) some.add(stop.stop_name)
  })
  const platforms = [found.id, found.code, found.name].find(({ size }) => size > 0)
  if (!platforms) throw new Unreadable(nothingFound(wanted, [...similar], [...some]), 'stop')
  const stations = new Set(platforms.keys())
  await feed.each('stops', ['stop_id', 'parent_station', 'platform_code'], (stop) => {
    if (stations.has(stop.parent_station) && platforms.size < STOPS_MAX)
      platforms.set(stop.stop_id, stop.platform_code)
  })
  return platforms
}

function nothingFound(wanted: string, similar: readonly string[], some: readonly string[]): string {
  const list = (names: readonly string[]) => names.map((name) => `“${name.slice(0, 60)}”`).join(', ')
  if (wanted === '') return `Enter a stop of this feed, such as ${list(some)}`
  if (similar.length > 0) return `There is no stop “${wanted}”. Similar ones: ${list(similar)}`
  return `There is no stop “${wanted}”. Some stops of this feed: ${list(some)}`
}
