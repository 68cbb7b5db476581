import { expect, it } from 'vitest'
import { approveEverything, makeScene, manifestsOf, setApproval } from '#test/approval/scene.ts'
import { page } from '#test/content.ts'
import { refused, useServer } from '#test/harness.ts'

const server = useServer()

it('turning strict approval on and off changes no byte while nothing waits', async () => {
  const scene = await makeScene(server())
  const before = await manifestsOf(scene)
  await setApproval(scene.admin, 'strict')
  expect(await manifestsOf(scene)).toEqual(before)
  await setApproval(scene.admin, 'live')
  expect(await manifestsOf(scene)).toEqual(before)
})

it('a saved page waits, and plays as it was seen once it is approved', async () => {
  const scene = await makeScene(server())
  const { admin } = scene
  const designer = await server().user(admin, ['cards', 'layouts', 'media', 'storyboards'])
  await setApproval(admin, 'strict', { days: 2 })
  const before = await manifestsOf(scene)
  const id = scene.ids.layouts?.[1] ?? ''
  await designer.api.layouts.update({ params: { id }, body: { ...page('New'), name: 'Prices' } })
  expect(await manifestsOf(scene)).toEqual(before)
  const { changes } = await designer.api.approvals.list({ query: {} })
  expect(changes).toMatchObject([{ id, kind: 'page', change: 'changed', by: ['Uma User'], isOwn: false }])
  const seen = await admin.api.approvals.get({ params: { id } })
  expect(JSON.stringify(seen.before?.pages[id])).toContain('Prices.Price')
  expect(JSON.stringify(seen.after?.pages[id])).toContain('New')

  // Nobody approves what they haven't seen.
  await designer.api.layouts.update({ params: { id }, body: { ...page('Newer'), name: 'Prices' } })
  const decide = (state: string) =>
    admin.api.approvals.decide({ body: { changes: [{ id, state }], decision: 'approved' } })
  expect((await refused(decide(seen.state))).errKey).toBe('CONFLICT')
  expect(
    (
      await refused(
        designer.api.approvals.decide({
          body: { changes: [{ id, state: seen.state }], decision: 'approved' },
        }),
      )
    ).status,
  ).toBe(403)
  await decide((await admin.api.approvals.get({ params: { id } })).state)
  expect(JSON.stringify(await manifestsOf(scene))).toContain('Newer')
  expect((await admin.api.approvals.list({ query: {} })).changes).toEqual([])
})

it('everything approved plays as it does live', async () => {
  const scene = await makeScene(server())
  await setApproval(scene.admin, 'strict')
  const id = scene.ids.cards?.[0] ?? ''
  await scene.admin.api.cards.update({ params: { id }, body: { ...page('New'), name: 'Card' } })
  expect(await approveEverything(scene.admin)).toBe(1)
  const strict = await manifestsOf(scene)
  await setApproval(scene.admin, 'live')
  expect(await manifestsOf(scene)).toEqual(strict)
})
