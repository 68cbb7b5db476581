import { pageShowsAt } from '@vitrine/contract/schedule/show-dates'
import { describe, expect, it } from 'vitest'
import { makeGroup, makeLayout, makeStoryboard, page, showingOnly } from '#test/content.ts'
import { useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { picture, uploadOne } from '#test/uploads.ts'

describe('a card with a list that fills itself, in a media zone', () => {
  const server = useServer()

  it('brings the files that the list finds to the screen, for the screens of its entry, and nothing without any', async () => {
    const admin = await server().organization()
    const files = { tags: ['Menu'], order: 'name', most: 10 }
    const screens = { noTags: ['Bar'] }
    const value = [{ mediaId: '', files, duration: 5, screens }]
    const widgets = page().widgets.map((widget) => ({ ...widget, type: 'media-looper' }))
    const config = { inputs: [{ name: 'w1-media', value }] }
    const { card } = await admin.api.cards.create({ body: { ...page(), name: 'Menu', widgets, config } })
    const { media } = await admin.api.media.list({ query: { isCard: '1' } })
    const item = media.media.find(({ cardId }) => cardId === card.id)?.id ?? ''
    const layout = await makeLayout(admin, showingOnly(item))
    const storyboard = await makeStoryboard(admin, { layoutIds: [layout.id] })
    const group = await makeGroup(admin, storyboard.id)
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
    const shown = async (tags: string[] = []) => {
      const { group: part } = await screen.manifest()
      const found = part.pages[card.id]
      const names = Object.values(part.media).flatMap(({ name, pageId }) => (pageId ? [] : [name]))
      const shows = found && pageShowsAt(found, 'Etc/GMT', server().clock.now(), { tags, places: [] })
      return { names: names.sort(), shows, files: Object.keys(part.files).length }
    }
    expect(await shown()).toEqual({ names: [], shows: false, files: 0 })
    const one = await uploadOne(admin, 'one.png', await picture('navy'))
    const two = await uploadOne(admin, 'two.png', await picture('teal'))
    await admin.api.media.tagMany({ body: { ids: [one.id, two.id], add: ['menu'] } })
    expect(await shown()).toEqual({ names: ['one.png', 'two.png'], shows: true, files: 2 })
    expect(await shown(['bar'])).toMatchObject({ shows: false })
    const { group: part } = await screen.manifest()
    expect(part.pages[card.id]?.config.inputs[0]?.value).toEqual([
      { mediaId: one.id, duration: 5, screens },
      { mediaId: two.id, duration: 5, screens },
    ])
    await admin.api.media.remove({ params: { id: one.id } })
    expect(await shown()).toMatchObject({ names: ['two.png'], files: 1 })
    await admin.api.media.tagMany({ body: { ids: [two.id], remove: ['menu'] } })
    expect(await shown()).toEqual({ names: [], shows: false, files: 0 })
  })
})
