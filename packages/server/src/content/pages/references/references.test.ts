import { describe, expect, it } from 'vitest'
import { loadingPage, makeLayout, makeStoryboard, page } from '#test/content.ts'
import { refused, useServer } from '#test/harness.ts'
import { pagesLoading } from './queries.ts'

describe('storyboards in actions', () => {
  const server = useServer()
  const loading = async (id: string) => {
    const uses = await pagesLoading(server().services.database, id)
    return uses.map((use) => use.id).sort()
  }

  it('follow the saves of a page, and are found again after it was restored', async () => {
    const admin = await server().organization()
    const [one, other] = [await makeStoryboard(admin), await makeStoryboard(admin)]
    const here = await makeLayout(admin, loadingPage(one.id))
    const there = await makeLayout(admin, loadingPage(one.id, '10.0.0.7'))
    await makeLayout(admin)
    expect([await loading(one.id), await loading(other.id)]).toEqual([[here.id, there.id].sort(), []])
    const body = { ...loadingPage(other.id, '10.0.0.7'), name: here.name }
    await admin.api.layouts.update({ params: { id: here.id }, body })
    expect([await loading(one.id), await loading(other.id)]).toEqual([[there.id], [here.id]])
    await admin.api.layouts.update({ params: { id: here.id }, body: { ...page(), name: here.name } })
    expect(await loading(other.id)).toEqual([])
    await admin.api.layouts.remove({ params: { id: there.id } })
    expect(await loading(one.id)).toEqual([])
    await admin.api.trash.restore({ params: { id: there.id } })
    expect(await loading(one.id)).toEqual([there.id])
    const deletion = await refused(admin.api.storyboards.remove({ params: { id: one.id } }))
    expect([deletion.errKey, deletion.body.usedIn?.length]).toEqual(['USED_IN_ACTION', 1])
  })
})
