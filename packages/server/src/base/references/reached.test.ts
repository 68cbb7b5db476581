import { beforeAll, describe, expect, it } from 'vitest'
import { makeGroup, makeStoryboard } from '#test/content.ts'
import { type Caller, useServer } from '#test/harness.ts'

describe('what uses a thing, for someone whose rights hold for one group', () => {
  const server = useServer()
  let admin: Caller
  let limited: Caller
  let storyboardId = ''
  let mine = ''
  let theirs = ''

  beforeAll(async () => {
    admin = await server().organization()
    storyboardId = (await makeStoryboard(admin)).id
    mine = (await makeGroup(admin, storyboardId)).id
    theirs = (await makeGroup(admin, storyboardId)).id
    const email = 'limited@reached.test'
    const scope = { places: { buildings: [], floors: [], groups: [mine] } }
    const person = { firstName: 'Lia', lastName: 'Limited', role: '2' as const, email, scope }
    const body = { ...person, password: 'password-1', permissions: ['storyboards' as const] }
    await admin.api.users.create({ body })
    limited = await server().signIn({ email, password: 'password-1' })
  })

  const ofGroups = (body: unknown) => JSON.stringify(body)

  it('a refusal names the group of the caller alone', async () => {
    const [all, some] = [
      await admin.call('DELETE', `/storyboards/${storyboardId}`),
      await limited.call('DELETE', `/storyboards/${storyboardId}`),
    ]
    expect([all.status, some.status]).toEqual([409, 409])
    expect(ofGroups(all.body)).toContain(theirs)
    expect(ofGroups(some.body)).toContain(mine)
    expect(ofGroups(some.body)).not.toContain(theirs)
  })

  it('so does a refusal of one of many', async () => {
    const { refused } = await limited.api.storyboards.removeMany({ body: { ids: [storyboardId] } })
    expect(refused).toMatchObject([{ id: storyboardId, errKey: 'USED_IN_SCHEDULE' }])
    expect(ofGroups(refused)).toContain(mine)
    expect(ofGroups(refused)).not.toContain(theirs)
  })

  it('and the outlook of a deletion', async () => {
    const body = { kind: 'storyboard' as const, ids: [storyboardId] }
    const outlook = await limited.api.deletions.look({ body })
    expect(ofGroups(outlook)).toContain(mine)
    expect(ofGroups(outlook)).not.toContain(theirs)
    expect(ofGroups(await admin.api.deletions.look({ body }))).toContain(theirs)
  })
})
