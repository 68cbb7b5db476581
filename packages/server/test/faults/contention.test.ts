import { setTimeout } from 'node:timers/promises'
import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import type { DevicePart, GroupPart } from '@vitrine/contract/api/playback/manifest'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeGroup, makeLayout, makeStoryboard, page } from '#test/content.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import type { TestScreen } from '#test/screen.ts'
import { claimScreens } from '#test/screens.ts'
import { picture, uploadOne } from '#test/uploads.ts'

/** A page that shows a medium. */
const pageWith = (mediaId: string): LayoutDocument => ({
  ...page(),
  widgets: [
    { ...page().widgets[0], id: 'z', type: 'media-looper', name: 'Zone' },
  ] as LayoutDocument['widgets'],
  config: { inputs: [{ name: 'z-media', value: [{ mediaId, duration: 5 }] }] },
})

/** Everything that a manifest speaks of is in it. */
function whatIsMissing(part: GroupPart | DevicePart): string[] {
  const missing: string[] = []
  for (const { items } of Object.values(part.storyboards))
    for (const { pageId } of items) if (!part.pages[pageId]) missing.push(`page ${pageId}`)
  for (const { config } of Object.values(part.pages))
    for (const { value } of config.inputs)
      if (Array.isArray(value))
        for (const { mediaId } of value as { mediaId?: string }[])
          if (mediaId && !part.media[mediaId]) missing.push(`medium ${mediaId}`)
  for (const { sha256 } of Object.values(part.media))
    if (sha256 && !part.files[sha256]) missing.push(`file ${sha256}`)
  return missing
}

/** Each waits up to five seconds for its turn. */
const TRIES = 5

describe('concurrent people', () => {
  const server = useServer()
  const statusesOf = async (calls: Promise<{ status: number }>[]) =>
    (await Promise.all(calls)).map(({ status }) => status)

  /** As the console does it: a machine that is too slow for so many together says so, and is asked again. */
  const patiently = async (call: () => Promise<{ status: number }>) => {
    for (let tries = 1; ; tries += 1) {
      const answer = await call()
      if (answer.status !== 503 || tries === TRIES) return answer
    }
  }

  it('CONC-02: concurrent changes and deletions leave every manifest consistent, and nothing fails', async () => {
    const admin = await server().organization()
    const media = [await uploadOne(admin, 'a.png'), await uploadOne(admin, 'b.png', await picture('red'))]
    const layouts = await Promise.all(media.map(({ id }) => makeLayout(admin, pageWith(id))))
    const layoutIds = layouts.map(({ id }) => id)
    const stories = [await makeStoryboard(admin, { layoutIds }), await makeStoryboard(admin, { layoutIds })]
    const group = await makeGroup(admin, stories[0]?.id)
    const screens = await claimScreens(server(), admin, ['One', 'Two'], { deviceGroupId: group.id })
    const pick = <T>(from: readonly T[], n: number) => from[n % from.length] as T
    let made = 0
    type Change = (n: number) => [method: string, path: string, body?: unknown]
    const changes: Record<string, Change> = {
      'save a page': (n) => [
        'PUT',
        `/layout/${pick(layoutIds, n)}`,
        { ...pageWith(pick(media, n >> 1).id), name: `Page ${n % 4}` },
      ],
      'rename a medium': (n) => ['PUT', `/media/${pick(media, n).id}`, { name: `Medium ${++made}` }],
      'delete a medium': (n) => ['DELETE', `/media/${pick(media, n).id}`],
      'delete a page': (n) => ['DELETE', `/layout/${pick(layoutIds, n)}`],
      'edit a story': (n) => [
        'PUT',
        `/storyboards/${pick(stories, n).id}`,
        {
          name: `Story ${n % 3}`,
          type: 'designed',
          items: layoutIds.slice(0, 1 + (n % 2)).map((layoutId) => ({ layoutId, duration: 5 })),
        },
      ],
      'approve a story': (n) => ['PUT', `/storyboards/${pick(stories, n).id}/approved`],
      'delete a story': (n) => ['DELETE', `/storyboards/${pick(stories, n).id}`],
      'switch a screen': (n) => [
        'POST',
        `/devices/${pick(screens, n).deviceId}`,
        { storyboardId: pick(stories, n >> 1).id },
      ],
      'change what a group plays': (n) => [
        'PUT',
        `/device-groups/${group.id}`,
        { name: `Group ${n % 3}`, storyboardId: n % 3 ? pick(stories, n).id : null },
      ],
      'move a screen': (n) => [
        'PUT',
        `/devices/${pick(screens, n).deviceId}`,
        { name: `Screen ${n % 3}`, deviceGroupId: n % 2 ? group.id : null },
      ],
    }
    const change = fc.tuple(fc.constantFrom(...Object.values(changes)), fc.nat(1000))
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 12, maxLength: 24 }), async (together) => {
        const statuses = await statusesOf(
          together.map(([make, n]) => patiently(() => admin.call(...make(n)))),
        )
        for (const status of statuses) expect([200, 201, 400, 404, 409]).toContain(status)
        for (const screen of screens) {
          const { group: shared, device } = await screen.manifest()
          expect([...whatIsMissing(shared), ...whatIsMissing(device)]).toEqual([])
        }
      }),
      { numRuns: 12 },
    )
  })

  it('CONC-05: 64 of them write the same things while lists are read and screens report; no call fails', async () => {
    const admin = await server().organization()
    const layouts = await Promise.all(Array.from({ length: 4 }, () => makeLayout(admin)))
    const story = await makeStoryboard(admin, { layoutIds: layouts.map(({ id }) => id) })
    const group = await makeGroup(admin, story.id)
    const screens = await claimScreens(server(), admin, ['One', 'Two', 'Three'], { deviceGroupId: group.id })
    const write = (n: number) =>
      n % 3 === 0
        ? admin.call('PUT', `/device-groups/${group.id}`, { name: `Group ${n}`, storyboardId: story.id })
        : n % 3 === 1
          ? admin.call('PUT', `/layout/${layouts[n % 4]?.id}`, { ...page(`${n}`), name: `Page ${n % 4}` })
          : admin.call('POST', `/devices/${pickScreen(screens, n)}`, { storyboardId: story.id })
    const reading = read(admin)
    const reports = Array.from({ length: 300 }, (_, n) =>
      screens[n % 3]?.report({ group: `${n}`, device: '' }, { errors: [] }),
    )
    const statuses: number[] = []
    // Clients retry: a busy server asks them to, which loses nothing.
    const patiently = async (n: number, tries = 3): Promise<number> => {
      const { status, headers } = await write(n)
      if (status !== 503 || tries === 1) return status
      await setTimeout(Number(headers.get('retry-after')) * 1000)
      return patiently(n, tries - 1)
    }
    const writers = Array.from({ length: 64 }, async (_, writer) => {
      for (let n = 0; n < 3; n++) statuses.push(await patiently(writer * 3 + n))
    })
    await Promise.allSettled([...writers, ...reports])
    expect(await reading.stop()).toEqual([])
    // A name may be taken briefly by another writer; nothing else may go wrong.
    for (const status of statuses) expect([200, 400, 409]).toContain(status)
    expect(statuses).toHaveLength(192)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(100)
    expect((await refused(admin.api.layouts.get({ params: { id: 'nowhere' } }))).status).toBe(404)
  })
})

const pickScreen = (screens: readonly TestScreen[], n: number) => screens[n % screens.length]?.deviceId

/** A user who keeps reading long lists; returns the failures. */
function read(admin: Caller) {
  let stopped = false
  const failed: number[] = []
  const work = (async () => {
    while (!stopped)
      for (const path of ['/devices', '/layout', '/storyboards', '/devices/deliveries']) {
        const { status } = await admin.call('GET', path)
        if (status !== 200) failed.push(status)
      }
  })()
  return {
    stop: async () => {
      stopped = true
      await work
      return failed
    },
  }
}
