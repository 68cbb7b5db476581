import { describe, expect, it } from 'vitest'
import { makeGroup, makeLayout, makeStoryboard, page } from '#test/content.ts'
import { refused, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { uploadOne } from '#test/uploads.ts'

describe('storyboards', () => {
  const server = useServer()

  it('accepts cards of 1920x1080 or layouts of one size, of the same organization', async () => {
    const admin = await server().organization()
    const other = await server().organization()
    const [wide, tall] = [await makeLayout(admin), await makeLayout(admin, page('Tall', 1080, 1920))]
    const foreign = await makeLayout(other)
    const { card } = await admin.api.cards.create({ body: { ...page('Small', 800, 600), name: 'Small' } })
    const create = (body: object) => admin.api.storyboards.create({ body: { name: 'S', ...body } as never })
    const designed = (...ids: string[]) => ({
      type: 'designed',
      items: ids.map((layoutId) => ({ layoutId })),
    })
    const errors = async (body: object) => Object.keys((await refused(create(body))).body.errors ?? {})
    expect(await errors(designed(wide.id, tall.id))).toEqual(['items.1.layoutId'])
    expect(await errors(designed(foreign.id))).toEqual(['items.0.layoutId'])
    expect(await errors({ type: 'standard', items: [{ cardId: card.id }] })).toEqual(['items.0.cardId'])
    expect(await errors({ type: 'standard', items: [{ cardId: wide.id }] })).toEqual(['items.0.cardId'])
    expect(await errors({ type: 'designed', items: [] })).toEqual(['items'])
    const { storyboard } = await create(designed(tall.id, tall.id))
    expect(storyboard).toMatchObject({
      width: 1080,
      height: 1920,
      mode: 'DEFAULT',
      status: 'pending',
      publishStatus: 'pending',
      approvedVersion: null,
      items: [
        { layoutId: tall.id, duration: 5 },
        { layoutId: tall.id, duration: 5 },
      ],
    })
    expect((await refused(create(designed(tall.id)))).body.errors).toHaveProperty('name')
  })

  it('shows reviewers who saved what, and authors the decision and its reason', async () => {
    const admin = await server().organization()
    const author = await server().user(admin, ['storyboards', 'layouts'])
    const [first, second] = [await makeLayout(admin), await makeLayout(admin)]
    const { id } = await makeStoryboard(admin, { layoutIds: [first.id] })
    const params = { id }
    const review = async () => (await admin.api.storyboards.review({ params })).review
    const { decision } = await review()
    expect(decision).toMatchObject({ status: 'approved', note: '' })

    const items = [{ layoutId: second.id, duration: 9 }]
    const { profile } = await author.api.auth.profile()
    const { database } = server().services
    await database.updateTable('users').set({ emailVerified: 1 }).where('id', '=', profile.id).execute()
    await author.api.storyboards.update({ params, body: { name: 'New', type: 'designed', items } })
    expect(await review()).toMatchObject({
      author: `${profile.firstName} ${profile.lastName}`,
      approved: { items: [{ layoutId: first.id, duration: 5 }] },
    })
    const decide = (status: 'approved' | 'rejected', note: string) =>
      admin.api.storyboards.setStatus({ params: { id, status }, body: { note } })
    await decide('rejected', 'The prices are old.')
    const { profile: approver } = await admin.api.auth.profile()
    const by = `${approver.firstName} ${approver.lastName}`
    expect((await review()).decision).toMatchObject({ status: 'rejected', by, note: 'The prices are old.' })
    const mails = async () =>
      (await database.selectFrom('outbox').selectAll().execute()).filter(
        ({ recipient }) => recipient === profile.email,
      )
    const told = (await mails()).filter(({ subject }) => subject === 'Rejected: New')
    expect(told).toHaveLength(1)
    expect(told[0]?.text).toContain('The prices are old.')
    // Repeating a decision changes nothing, and the author is notified once.
    await decide('rejected', 'Again')
    expect((await review()).decision?.note).toBe('The prices are old.')
    expect((await mails()).filter(({ subject }) => subject === 'Rejected: New')).toHaveLength(1)
  })

  it('refuses a decision of a reviewer who has not seen the decision of another one', async () => {
    const admin = await server().organization()
    const other = await server().user(admin, ['approve-storyboards'])
    const layout = await makeLayout(admin)
    const items = [{ layoutId: layout.id, duration: 5 }]
    const body = { name: 'Prices', type: 'designed' as const, items }
    const { id } = (await admin.api.storyboards.create({ body })).storyboard
    const decide = (by: typeof other, status: 'approved' | 'rejected', from: 'pending' | 'rejected') =>
      by.api.storyboards.setStatus({
        params: { id, status },
        body: { version: 1, from, note: by === other ? 'Old prices' : '' },
      })
    await decide(other, 'rejected', 'pending')
    expect((await refused(decide(admin, 'approved', 'pending'))).errKey).toBe('CONFLICT')
    // A different reason for the same decision isn't lost silently either.
    expect((await refused(decide(admin, 'rejected', 'pending'))).errKey).toBe('CONFLICT')
    // A repeated call, after a lost response for example.
    await decide(other, 'rejected', 'pending')
    const { review } = await admin.api.storyboards.review({ params: { id } })
    expect(review.decision).toMatchObject({ status: 'rejected', note: 'Old prices' })
    expect((await decide(admin, 'approved', 'rejected')).storyboard.status).toBe('approved')
  })

  it('plays the approved version until an edit is approved too', async () => {
    const admin = await server().organization()
    const [first, second] = [await makeLayout(admin), await makeLayout(admin)]
    const storyboard = await makeStoryboard(admin, { layoutIds: [first.id] })
    expect(storyboard).toMatchObject({ status: 'approved', approvedVersion: 1 })
    const group = await makeGroup(admin, storyboard.id)
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
    const played = async () => (await screen.manifest()).group.storyboards[storyboard.id]?.items

    const params = { id: storyboard.id }
    const { storyboard: edited } = await admin.api.storyboards.update({
      params,
      body: { name: 'New', type: 'designed', items: [{ layoutId: second.id, duration: 9 }] },
    })
    expect(edited).toMatchObject({ status: 'pending', version: 2, approvedVersion: 1 })
    const { storyboards } = await admin.api.storyboards.list()
    const { profile } = await admin.api.auth.profile()
    expect(storyboards.find(({ id }) => id === edited.id)?.changedBy).toBe(profile.id)
    expect(await played()).toEqual([{ pageId: first.id, duration: 5 }])
    const { width, height } = storyboard
    expect(edited.plays).toEqual({ type: 'designed', width, height, pageId: first.id })
    const { id, name, type } = edited
    const kept = await refused(admin.api.layouts.remove({ params: { id: first.id } }))
    expect(kept.body).toMatchObject({
      errKey: 'LAYOUT_IN_USE',
      usedIn: [{ kind: 'storyboard', id, name, type }],
    })
    expect((await admin.api.storyboards.pending()).storyboards.map((each) => each.id)).toEqual([
      storyboard.id,
    ])

    const approve = (version: number) =>
      admin.api.storyboards.setStatus({ params: { ...params, status: 'approved' }, body: { version } })
    expect((await refused(approve(1))).errKey).toBe('CONFLICT')
    await approve(2)
    expect(await played()).toEqual([{ pageId: second.id, duration: 9 }])
    expect((await admin.api.storyboards.get({ params })).storyboard.plays).toBeUndefined()
    await admin.api.layouts.remove({ params: { id: first.id } })
  })

  it('keeps the dates of pages in the approved copy and says when it has something to show', async () => {
    const admin = await server().organization()
    const media = await uploadOne(admin)
    const zone = page('Zone')
    const looper = { ...zone.widgets[0], id: 'z', type: 'media-looper' } as (typeof zone.widgets)[0]
    const entries = [{ mediaId: media.id, duration: 5, showUntil: '2026-12-24' }]
    const looping = { ...zone, widgets: [looper], config: { inputs: [{ name: 'z-media', value: entries }] } }
    const [text, film] = [await makeLayout(admin), await makeLayout(admin, looping)]
    const { id } = await makeStoryboard(admin, { layoutIds: [text.id] })
    const params = { id }
    const dates = { showFrom: '2026-12-01', showUntil: '2026-12-31T18:00' }
    const save = (items: object[]) =>
      admin.api.storyboards.update({ params, body: { name: 'Sale', type: 'designed', items } as never })
    const wrong = [{ layoutId: text.id, showFrom: '2026-12-02', showUntil: '2026-12-01' }]
    expect((await refused(save(wrong))).body.errors).toHaveProperty(['items.0.showUntil'])
    const { storyboard } = await save([{ layoutId: text.id, duration: 5, ...dates }, { layoutId: film.id }])
    expect(storyboard).toMatchObject({ items: [dates, {}], shows: null })
    await admin.api.storyboards.setStatus({ params: { ...params, status: 'approved' } })
    const group = await makeGroup(admin, id)
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
    const manifest = (await screen.manifest()).group
    expect(manifest.storyboards[id]?.items).toMatchObject([dates, { pageId: film.id }])
    expect(manifest.pages[film.id]?.config.inputs[0]?.value).toMatchObject(entries)
    const read = async () => (await admin.api.storyboards.get({ params })).storyboard.shows
    // The page with only media shows until the end of December 24; the other one from December 1.
    expect(await read()).toEqual([{ from: null, to: Date.parse('2026-12-31T18:00Z') }])
    entries[0] = { mediaId: media.id, duration: 5, showUntil: '2026-11-30T12:00' }
    await admin.api.layouts.update({ params: { id: film.id }, body: { ...looping, name: film.name } })
    expect(await read()).toEqual([
      { from: null, to: Date.parse('2026-11-30T12:00Z') },
      { from: Date.parse('2026-12-01'), to: Date.parse('2026-12-31T18:00Z') },
    ])
  })

  it('can be neither deleted nor withdrawn while it is scheduled', async () => {
    const admin = await server().organization()
    const storyboard = await makeStoryboard(admin)
    const params = { id: storyboard.id }
    const group = await makeGroup(admin, storyboard.id)
    const reject = () => admin.api.storyboards.setStatus({ params: { ...params, status: 'rejected' } })
    const kept = await refused(admin.api.storyboards.remove({ params }))
    expect(kept.errKey).toBe('USED_IN_SCHEDULE')
    expect(kept.body.usedIn).toEqual([{ kind: 'device-group', id: group.id, name: group.name }])
    expect((await refused(reject())).errKey).toBe('USED_IN_SCHEDULE')

    // Removed from the schedule, but the change is still pending, so it plays until then.
    const save = { params: { id: group.id }, body: { name: group.name, storyboardId: null } }
    await admin.api.deviceGroups.update(save)
    expect((await refused(admin.api.storyboards.remove({ params }))).errKey).toBe('USED_IN_SCHEDULE')
    server().clock.advance(61_000)
    expect((await reject()).storyboard).toMatchObject({ status: 'rejected', approvedVersion: null })
    await admin.api.storyboards.remove({ params })
  })

  it('schedules approved storyboards only', async () => {
    const admin = await server().organization()
    const pending = await makeStoryboard(admin, { approve: false })
    const screen = await TestScreen.claim(server(), admin)
    const body = { name: 'Group', storyboardId: pending.id }
    expect((await refused(admin.api.deviceGroups.create({ body }))).errKey).toBe('NOT_APPROVED')
    const params = { id: screen.deviceId }
    const switching = admin.api.devices.switchStory({ params, body: { storyboardId: pending.id } })
    expect((await refused(switching)).errKey).toBe('NOT_APPROVED')
    const other = await makeStoryboard(await server().organization())
    const foreign = admin.api.devices.switchStory({ params, body: { storyboardId: other.id } })
    expect((await refused(foreign)).status).toBe(404)
  })

  it.runIf(process.env.TEST_DATABASE_URL)(
    'accepts a page whose size is being changed concurrently',
    async () => {
      const admin = await server().organization()
      const layout = await makeLayout(admin)
      const { database } = server().services
      const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>()
      const { promise: isOver, resolve: over } = Promise.withResolvers<void>()
      const resizing = database.transaction().execute(async (tx) => {
        await tx.selectFrom('pages').select('id').where('id', '=', layout.id).forUpdate().execute()
        locked()
        await isOver
        await tx.updateTable('pages').set({ width: 1080 }).where('id', '=', layout.id).execute()
      })
      await isLocked
      const items = [{ layoutId: layout.id, duration: 5 }]
      const body = { name: 'Meanwhile', type: 'designed' as const, width: 1920, height: 1080, items }
      const creating = refused(admin.api.storyboards.create({ body }))
      await new Promise((resolve) => setTimeout(resolve, 300))
      over()
      await resizing
      expect((await creating).body.errors).toHaveProperty(['items.0.layoutId'])
    },
  )
})
