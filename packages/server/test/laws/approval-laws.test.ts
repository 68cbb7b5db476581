import { beforeAll, describe, expect, it } from 'vitest'
import { BY_TURN, type Called, inAnyOrder, played, RIGHTS, ROUTES, sender } from '#test/approval/calls.ts'
import { addComments, approveEverything, makeScene, type Scene, setApproval } from '#test/approval/scene.ts'
import { useServer } from '#test/harness.ts'

const server = useServer()

describe('under strict approval, a person without the right to approve', () => {
  let scene: Scene
  let designer: ReturnType<typeof sender>
  const send = (called: Called, seed: number) => designer.send(called, seed)

  beforeAll(async () => {
    scene = await makeScene(server())
    const person = await server().user(scene.admin, [...RIGHTS])
    await addComments(scene, person)
    designer = sender(scene, person)
    await setApproval(scene.admin, 'strict')
  }, 120_000)

  it('changes no byte of a manifest with any call', async () => {
    const before = await played(scene)
    for (const each of BY_TURN) {
      for (let seed = 0; seed < 60; seed++) {
        const got = designer.answers.get(each.name)
        if (got?.has('done') || got?.has('NEEDS_APPROVAL')) break
        await send(each, seed)
      }
      expect(await played(scene), each.name).toEqual(before)
    }
    const useless = ROUTES.filter(
      ({ name }) => !['done', 'NEEDS_APPROVAL'].some((each) => designer.answers.get(name)?.has(each)),
    )
    expect(useless.map(({ name }) => `${name}: ${[...(designer.answers.get(name) ?? [])]}`)).toEqual([])
  }, 600_000)

  it('changes none with many calls, whatever their order', async () => {
    await inAnyOrder(send, () => played(scene), 25)
  }, 600_000)

  it('is refused in words what cannot wait', () => {
    const refused = [...designer.answers].filter(([, got]) => got.has('NEEDS_APPROVAL')).map(([name]) => name)
    expect(refused).toEqual(
      expect.arrayContaining([
        'devices.update',
        'devices.switchStory',
        'deviceGroups.update',
        'deviceConfigurations.update',
      ]),
    )
  })

  it('and everything approved plays as it does live', async () => {
    expect(await approveEverything(scene.admin)).toBeGreaterThan(0)
    const strict = await played(scene)
    await setApproval(scene.admin, 'live')
    expect(await played(scene)).toEqual(strict)
  }, 300_000)
})
