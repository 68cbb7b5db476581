import { z } from 'zod'
import { Id } from '#api/base/entity.ts'
import { Device } from '#api/screens/devices.ts'
import { route } from '#route.ts'

/**
 * Server-sent events for an open console. Only hints: a console that misses one reloads the list. `hello` comes
 * first; after it everything may have changed.
 */

/** `edited`: a user changed items of these kinds. */
export const Edited = z.object({ topics: z.array(z.string()) })
export type Edited = z.infer<typeof Edited>

/** `devices`: these screens reported a change, missed their report, or were `edited` by a user. */
export const DevicesSeen = z.object({ devices: z.array(Device), edited: z.array(Id) })
export type DevicesSeen = z.infer<typeof DevicesSeen>
/** Events by name. The server sends what these schemas declare and nothing else. */
export const WATCH_EVENTS = { hello: z.object({}), edited: Edited, devices: DevicesSeen } as const
export type WatchEvent = keyof typeof WATCH_EVENTS
/** Changes to more screens than this are sent as one `edited` event. */
export const DEVICES_SEEN_MAX = 100

/** The topic of new content for screens: their status changes, and nothing else about them. */
export const PUBLISHED = 'published'

/** First segments of paths whose spelling differs from the topic. */
const SPELLINGS: Readonly<Record<string, string>> = {
  organization: 'organizations',
  user: 'users',
  layout: 'layouts',
  thumbnail: 'media',
  'comment-replies': 'comments',
}

/** The topic of a route's path: `/layout/:id` → `layouts`. */
export function topicOf(path: string): string {
  const first = path.split('/')[1] ?? ''
  return SPELLINGS[first] ?? first
}

export const watch = {
  stream: route({
    method: 'GET',
    path: '/watch',
    summary:
      'Stream server-sent events to a console: `hello`, `edited` { topics }, and `devices` { devices, edited }',
    // Topics concern everyone; events of screens go to those who see screens.
    who: { read: 'lookups' },
    response: 'stream',
    errors: ['TOO_MANY_REQUESTS'],
  }),
}
