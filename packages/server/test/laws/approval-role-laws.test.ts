import { ROLE_AREAS } from '@vitrine/contract/permissions'
import { describe, expect, it } from 'vitest'
import { type Called, inAnyOrder, played, RIGHTS, sender } from '#test/approval/calls.ts'
import { addComments, makeScene, type Scene, setApproval } from '#test/approval/scene.ts'
import { makeLayout, makeStoryboard, page } from '#test/content.ts'
import { type Caller, useServer } from '#test/harness.ts'
import { personWith } from '#test/roles.ts'

const server = useServer()

describe('under strict approval, a person with a custom role without the right to approve', () => {
  it('changes no byte of a manifest with any calls in any order', async () => {
    const scene = await makeScene(server())
    const levels = Object.fromEntries(RIGHTS.map((area) => [area, 'write'] as const))
    const person = await personWith(scene.admin, levels)
    await addComments(scene, person)
    const { send } = sender(scene, person)
    await setApproval(scene.admin, 'strict')
    await inAnyOrder(send, () => played(scene), 6)
  }, 600_000)
})

describe('under strict approval, a person with a custom role who approves for one building', () => {
  let scene: Scene
  let reviewer: Caller
  const inside = () => played({ ...scene, screens: scene.screens.slice(0, 1) })
  // The first may be deleted by who changes it.
  const outside = () => played({ ...scene, screens: scene.screens.slice(1) })

  async function sceneFor(): Promise<Scene> {
    const made = await makeScene(server())
    const levels = Object.fromEntries(ROLE_AREAS.map((area) => [area, 'write'] as const))
    const scope = { places: { buildings: made.ids.buildings ?? [], floors: [], groups: [] } }
    reviewer = await personWith(made.admin, levels, scope)
    await setApproval(made.admin, 'strict')
    return made
  }

  it('changes no byte of the manifest of a screen elsewhere with any calls in any order', async () => {
    scene = await sceneFor()
    const { admin, ids } = scene
    const { send, answers } = sender(scene, reviewer)
    const [layoutId = ''] = ids.layouts ?? []
    const { layout } = await admin.api.layouts.get({ params: { id: layoutId } })
    await admin.api.layouts.update({
      params: { id: layoutId },
      body: { ...page('Elsewhere'), name: layout.name },
    })
    const approve = async (seed: number) => {
      const { changes } = await reviewer.api.approvals.list({ query: {} })
      const chosen = changes[seed % Math.max(1, changes.length)]
      if (!chosen) return
      const { state } = await reviewer.api.approvals.get({ params: { id: chosen.id } })
      const body = { changes: [{ id: chosen.id, state }], decision: 'approved' }
      const { status, body: answer } = await reviewer.call('POST', '/approvals/decide', body)
      const { errKey = '' } = (answer ?? {}) as { errKey?: string }
      const outcome = status < 300 ? 'done' : errKey
      answers.set('decide', (answers.get('decide') ?? new Set()).add(outcome))
      for (const id of scene.ids.storyboards ?? [])
        await reviewer.call('PUT', `/storyboards/${id}/approved`, {})
    }
    const both = async (called: Called, seed: number) => {
      await send(called, seed)
      await approve(seed)
    }
    await inAnyOrder(both, outside, 10)
    const before = await outside()
    const { changes } = await reviewer.api.approvals.list({ query: {} })
    for (const seed of changes.keys()) await approve(seed)
    expect(await outside()).toEqual(before)
    expect([...(answers.get('decide') ?? [])]).toContain('NEEDS_APPROVAL')
  }, 600_000)

  it('approves what plays there', async () => {
    scene = await sceneFor()
    const { admin } = scene
    const layout = await makeLayout(admin, page('Inside'))
    const storyboard = await makeStoryboard(admin, { layoutIds: [layout.id] })
    const [id = ''] = scene.ids.devices ?? []
    await admin.api.devices.switchStory({ params: { id }, body: { storyboardId: storyboard.id } })
    const [before, elsewhere] = [await inside(), await outside()]
    await admin.api.layouts.update({
      params: { id: layout.id },
      body: { ...page('Inside again'), name: layout.name },
    })
    expect(await inside()).toEqual(before)
    const { state } = await reviewer.api.approvals.get({ params: { id: layout.id } })
    await reviewer.api.approvals.decide({
      body: { changes: [{ id: layout.id, state }], decision: 'approved' },
    })
    expect(await inside()).not.toEqual(before)
    expect(await outside()).toEqual(elsewhere)
  }, 120_000)
})
