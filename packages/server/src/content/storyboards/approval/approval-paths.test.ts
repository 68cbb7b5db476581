import { describe, expect, it } from 'vitest'
import { makeGroup, makeLayout, page } from '#test/content.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'

interface Place {
  deviceId: string
  groupId: string
}

const HOUR = 3_600_000
const schedule = (storyboardId: string) => ({
  timezone: 'Etc/GMT',
  defaultStoryboardId: null,
  slots: [{ from: '08:00 AM', to: '09:00 AM', storyboardId }],
})

/** Every call that makes screens play a storyboard. */
const PATHS: Record<string, (caller: Caller, id: string, place: Place, now: number) => Promise<unknown>> = {
  switch: ({ api }, storyboardId, { deviceId }) =>
    api.devices.switchStory({ params: { id: deviceId }, body: { storyboardId } }),
  plan: ({ api }, storyboardId, { deviceId }, now) =>
    api.devices.switchStory({ params: { id: deviceId }, body: { storyboardId, from: now + HOUR } }),
  'new group': ({ api }, storyboardId) => api.deviceGroups.create({ body: { name: 'New', storyboardId } }),
  default: ({ api }, storyboardId, { groupId }) =>
    api.deviceGroups.update({ params: { id: groupId }, body: { name: 'Old', storyboardId } }),
  slot: ({ api }, storyboardId, { groupId }) =>
    api.deviceGroups.update({
      params: { id: groupId },
      body: { name: 'Old', schedule: schedule(storyboardId) },
    }),
}

const MAKES = {
  standard: async ({ api }: Caller) => {
    const { card } = await api.cards.create({ body: { ...page(), name: 'Menu' } })
    const body = { name: 'Lunch', type: 'standard' as const, items: [{ cardId: card.id, duration: 5 }] }
    return (await api.storyboards.create({ body })).storyboard
  },
  designed: async (caller: Caller) => {
    const items = [{ layoutId: (await makeLayout(caller)).id, duration: 5 }]
    return (await caller.api.storyboards.create({ body: { name: 'Lobby', type: 'designed', items } }))
      .storyboard
  },
}

const AUTHOR = ['cards', 'layouts', 'storyboards', 'devices', 'device-groups'] as const

describe('a storyboard that waits for approval', () => {
  const server = useServer()

  const cases = Object.keys(MAKES).flatMap((type) =>
    Object.keys(PATHS).flatMap((path) =>
      (['pending', 'rejected'] as const).map((status) => [type, path, status] as const),
    ),
  )
  it.each(cases)('%s, %s, %s: plays once someone who may has approved it', async (type, path, status) => {
    const admin = await server().organization()
    const author = await server().user(admin, [...AUTHOR])
    const approver = await server().user(admin, [...AUTHOR, 'approve-storyboards'])
    const place = {
      deviceId: (await TestScreen.claim(server(), admin)).deviceId,
      groupId: (await makeGroup(admin)).id,
    }
    const { id, version } = await MAKES[type as keyof typeof MAKES](author)
    const params = { id, status: 'approved' as const }
    if (status === 'rejected')
      await approver.api.storyboards.setStatus({ params: { id, status: 'rejected' } })
    const play = (caller: Caller) => PATHS[path]?.(caller, id, place, server().clock.now())
    expect((await refused(Promise.resolve(play(author)))).errKey).toBe('NOT_APPROVED')
    // No call approves on the way, not even for those who may.
    expect((await refused(Promise.resolve(play(approver)))).errKey).toBe('NOT_APPROVED')
    expect((await refused(author.api.storyboards.setStatus({ params }))).errKey).toBe('FORBIDDEN')
    expect((await admin.api.storyboards.get({ params: { id } })).storyboard.approvedVersion).toBeNull()
    const { review } = await author.api.storyboards.review({ params: { id } })
    expect(review.reviewers.total).toBe(2)
    await approver.api.storyboards.setStatus({ params, body: { version, from: status } })
    await play(author)
  })
})
