import { createHash } from 'node:crypto'
import type { Transition } from '@vitrine/contract/api/content/storyboards'
import type {
  DevicePart,
  GroupPart,
  GroupSchedule,
  ManifestContent,
  ManifestPage,
} from '@vitrine/contract/api/playback/manifest'
import type { Condition } from '@vitrine/contract/schedule/conditions'
import type { ScreenRule } from '@vitrine/contract/schedule/screen-rule'
import type { ShowDates } from '@vitrine/contract/schedule/show-dates'

/** Manifest parts for tests, as small as possible. */

export const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

export const noContent = (): ManifestContent => ({ storyboards: {}, pages: {}, media: {}, files: {} })

export interface TestFile {
  sha256: string
  size: number
  mimetype: string
  duration?: number
}

/** A page with one media zone that fills it. */
export function zonePage(
  id: string,
  mediaIds: string[],
  { interval = 5, version = 1, fit = 'contain', focus = 'center' } = {},
): ManifestPage {
  return {
    id,
    name: id,
    version,
    width: 1920,
    height: 1080,
    widgets: [
      {
        id: 'z',
        type: 'media-looper',
        name: 'Zone',
        zIndex: 1,
        width: 1920,
        height: 1080,
        transform: 'translate(0px, 0px)',
      },
    ],
    config: {
      inputs: [
        { name: 'z-interval', value: interval },
        { name: 'z-media', value: mediaIds.map((mediaId) => ({ mediaId, duration: 0, focus })) },
        { name: 'z-fit', value: fit },
      ],
    },
  }
}

export const colorPage = (id: string, background: string, version = 1): ManifestPage => ({
  id,
  name: id,
  version,
  width: 1920,
  height: 1080,
  widgets: [],
  config: { inputs: [], background },
})

interface Story {
  id: string
  mode?: 'AUTO' | 'DEFAULT'
  idleSeconds?: number
  audioId?: string
  items: ({
    page: ManifestPage
    seconds: number
    transition?: Transition
    idleSeconds?: number
    screens?: ScreenRule | undefined
    when?: Condition | undefined
  } & ShowDates)[]
}

export function contentOf(stories: Story[], media: Record<string, TestFile> = {}): ManifestContent {
  const content = noContent()
  for (const { id, mode = 'AUTO', items, idleSeconds, audioId } of stories) {
    content.storyboards[id] = {
      id,
      name: id,
      type: 'designed',
      mode,
      width: 1920,
      height: 1080,
      ...(idleSeconds !== undefined && { idleSeconds }),
      ...(audioId && { audioId }),
      items: items.map(({ page, seconds, ...item }) => ({ pageId: page.id, duration: seconds, ...item })),
    }
    for (const { page } of items) content.pages[page.id] = page
  }
  for (const [id, { sha256: hash, size, mimetype, duration = null }] of Object.entries(media)) {
    content.media[id] = { sha256: hash, name: id, mimetype, width: null, height: null, duration }
    content.files[hash] = { size, mimetype }
  }
  return content
}

export const scheduleOf = (
  defaultStoryboardId: string | null,
  more: Partial<GroupSchedule> = {},
): GroupSchedule => ({
  timezone: 'Etc/GMT-2',
  defaultStoryboardId,
  slots: [],
  activeFrom: 0,
  ...more,
})

export const groupPart = (
  content: ManifestContent,
  current: GroupSchedule | null,
  next: GroupPart['next'] = null,
): GroupPart => ({
  ...content,
  groupId: 'g1',
  current,
  next,
})

export const devicePart = (override: DevicePart['override'] = null, content = noContent()): DevicePart => ({
  ...content,
  deviceId: 'd1',
  name: 'Lobby 1',
  organization: { id: 'o1', name: 'Acme' },
  override,
})
