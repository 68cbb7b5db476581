import {
  COMMENT_EXCERPT,
  COMMENT_MENTIONS_MAX,
  COMMENT_REPLIES_MAX,
  COMMENT_TEXT_MAX,
  COMMENTS_MAX,
} from '@vitrine/contract/api/content/comments'
import { describe, expect, it } from 'vitest'
import { makeComment } from '#test/comments.ts'
import { makeGroup, makeLayout, makePart, makeStoryboard, page } from '#test/content.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { personWith } from '#test/roles.ts'
import { TestScreen } from '#test/screen.ts'

const server = useServer()

const idOf = async (caller: Caller) => (await caller.api.auth.profile()).profile.id
const listed = async (caller: Caller, pageId: string) =>
  (await caller.api.comments.list({ params: { id: pageId } })).comments

/** An admin, a regular user, and a layout. */
type Scene = Awaited<ReturnType<typeof scene>>
async function scene() {
  const admin = await server().organization()
  const user = await server().user(admin, [])
  return { admin, user, layout: await makeLayout(admin) }
}

/** Someone who doesn't see layouts. */
const withoutLayouts = (admin: Scene['admin']) => personWith(admin, { media: 'write' })

describe('a comment', () => {
  it('is written, replied to, resolved, and reopened by those who see the page', async () => {
    const { admin, user, layout } = await scene()
    const comment = await makeComment(user, { pageId: layout.id, x: 0.1, y: 1 })
    expect(comment).toMatchObject({ x: 0.1, y: 1, widget: null, author: 'Uma User', isOwn: true })
    const params = { id: comment.id }
    await admin.api.comments.reply({ params, body: { text: 'Yes.\nIt is.' } })
    const { comment: seen } = await admin.api.comments.get({ params })
    expect(seen.replies).toMatchObject([{ text: 'Yes.\nIt is.', isOwn: true, editedAt: null }])
    const resolved = await user.api.comments.setResolved({ params, body: { resolved: true } })
    expect(resolved.comment.resolved?.by).toBe('Uma User')
    const reopened = await admin.api.comments.setResolved({ params, body: { resolved: false } })
    expect(reopened.comment.resolved).toBeNull()
    expect(await listed(admin, layout.id)).toMatchObject([{ id: comment.id, isOwn: false, replyCount: 1 }])
  })

  it('is edited by its author, and deleted by its author or an admin', async () => {
    const { admin, user, layout } = await scene()
    const other = await server().user(admin, [])
    const { id } = await makeComment(user, { pageId: layout.id })
    const params = { id }
    const body = { text: 'Changed' }
    for (const caller of [admin, other])
      expect((await refused(caller.api.comments.update({ params, body }))).status).toBe(403)
    expect((await user.api.comments.update({ params, body })).comment).toMatchObject({
      text: 'Changed',
      editedAt: expect.any(String),
    })
    const { comment } = await other.api.comments.reply({ params, body: { text: 'Mine' } })
    const reply = { id: comment.replies[0]?.id ?? '' }
    for (const caller of [admin, user])
      expect((await refused(caller.api.commentReplies.update({ params: reply, body }))).status).toBe(403)
    expect((await refused(user.api.commentReplies.remove({ params: reply }))).status).toBe(403)
    await other.api.commentReplies.update({ params: reply, body })
    await admin.api.commentReplies.remove({ params: reply })
    expect((await refused(other.api.comments.remove({ params }))).status).toBe(403)
    await admin.api.comments.remove({ params })
    expect(await listed(user, layout.id)).toEqual([])
  })

  it('is unknown to strangers, kiosks, and people who do not see the page', async () => {
    const { admin, layout } = await scene()
    const { id } = await makeComment(admin, { pageId: layout.id })
    const stranger = await server().organization()
    const caller = await withoutLayouts(admin)
    for (const each of [stranger, caller]) {
      const calls = [
        each.api.comments.list({ params: { id: layout.id } }),
        each.api.comments.people({ params: { id: layout.id } }),
        each.api.comments.get({ params: { id } }),
        each.api.comments.reply({ params: { id }, body: { text: 'Hello' } }),
        each.api.comments.setResolved({ params: { id }, body: { resolved: true } }),
        each.api.comments.remove({ params: { id } }),
        each.api.comments.create({ body: { pageId: layout.id, x: 0, y: 0, text: 'Hello' } }),
      ]
      for (const refusal of await Promise.all(calls.map(refused))) expect(refusal.status).toBe(404)
    }
  })

  it('has at most 4,000 characters, and a list has the first 200', async () => {
    const { user, layout } = await scene()
    const text = 'é'.repeat(COMMENT_TEXT_MAX)
    await makeComment(user, { pageId: layout.id, text })
    expect((await listed(user, layout.id))[0]?.text).toBe('é'.repeat(COMMENT_EXCERPT))
    const more = makeComment(user, { pageId: layout.id, text: `${text}é` })
    expect((await refused(more)).status).toBe(400)
  })

  it('stays plain text', async () => {
    const { user, layout } = await scene()
    const text = '<img src=x onerror=alert(1)> javascript:alert(1)'
    expect((await makeComment(user, { pageId: layout.id, text })).text).toBe(text)
  })
})

describe('limits', () => {
  it(`of ${COMMENTS_MAX} comments on a page, and ${COMMENT_REPLIES_MAX} replies`, async () => {
    const { admin, user, layout } = await scene()
    const first = await makeComment(user, { pageId: layout.id })
    const { database } = server().services
    const row = await database
      .selectFrom('comments')
      .selectAll()
      .where('id', '=', first.id)
      .executeTakeFirstOrThrow()
    const many = Array.from({ length: COMMENTS_MAX - 2 }, (_, n) => ({ ...row, id: `${first.id}-${n}` }))
    for (let at = 0; at < many.length; at += 50)
      await database
        .insertInto('comments')
        .values(many.slice(at, at + 50))
        .execute()
    await makeComment(user, { pageId: layout.id })
    expect((await refused(makeComment(user, { pageId: layout.id }))).errKey).toBe('STORAGE_LIMIT')
    await makeComment(admin)
    const params = { id: first.id }
    for (let n = 0; n < COMMENT_REPLIES_MAX; n++)
      await (n % 2 ? user : admin).api.comments.reply({ params, body: { text: 'Again' } })
    const reply = user.api.comments.reply({ params, body: { text: 'Again' } })
    expect((await refused(reply)).errKey).toBe('STORAGE_LIMIT')
  }, 60_000)
})

describe('a mention', () => {
  it('reaches people of the organization who see the page, once, and no one else', async () => {
    const { admin, user, layout } = await scene()
    const stranger = await server().organization()
    const blind = await withoutLayouts(admin)
    const ids = [await idOf(user), await idOf(stranger), blind.id, 'nowhere', await idOf(admin)]
    await server()
      .services.database.updateTable('users')
      .set({ emailVerified: 1 })
      .where('id', '=', ids[0] ?? '')
      .execute()
    const comment = await makeComment(admin, { pageId: layout.id, mentions: ids })
    expect(comment.mentions.map(({ id }) => id).sort()).toEqual([ids[0], ids[4]].sort())
    const { mentions } = await user.api.comments.mentions()
    expect(mentions).toMatchObject([
      { commentId: comment.id, page: { id: layout.id, kind: 'layout', name: layout.name } },
    ])
    for (const caller of [stranger, blind, admin])
      expect((await caller.api.comments.mentions()).mentions).toEqual([])
    const mails = await server()
      .services.database.selectFrom('outbox')
      .selectAll()
      .where('subject', 'like', '%mentions you%')
      .execute()
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain(`/#/app/layouts/design/${layout.id}?comment=${comment.id}`)

    // An edit tells only those whom it newly mentions.
    const params = { id: comment.id }
    await admin.api.comments.update({ params, body: { text: 'Again', mentions: ids } })
    expect((await user.api.comments.mentions()).mentions).toHaveLength(1)
    await admin.api.comments.reply({ params, body: { text: 'And here', mentions: ids } })
    expect((await user.api.comments.mentions()).mentions).toHaveLength(2)
    await admin.api.comments.remove({ params })
    expect((await user.api.comments.mentions()).mentions).toEqual([])
  })

  it('is offered by name or address, for those who see the page', async () => {
    const { admin, layout } = await scene()
    const blind = await withoutLayouts(admin)
    const part = await makePart(admin)
    const people = async (pageId: string, search?: string) =>
      (await admin.api.comments.people({ params: { id: pageId }, query: { search } })).people
    const all = await people(layout.id)
    expect(all.map(({ name }) => name)).toContain('Uma User')
    expect(all.map(({ id }) => id)).not.toContain(blind.id)
    expect((await people(part.id, 'uma u')).every(({ name }) => name === 'Uma User')).toBe(true)
    expect(await people(layout.id, '%')).toEqual([])
  })

  it(`names at most ${COMMENT_MENTIONS_MAX} people`, async () => {
    const { user, layout } = await scene()
    const mentions = Array.from({ length: COMMENT_MENTIONS_MAX }, (_, n) => `nowhere-${n}`)
    expect((await makeComment(user, { pageId: layout.id, mentions })).mentions).toEqual([])
    const more = makeComment(user, { pageId: layout.id, mentions: [...mentions, 'nowhere'] })
    expect((await refused(more)).status).toBe(400)
  })
})

describe('a page', () => {
  const withText = (x: number, y: number) => {
    const document = page()
    const widgets = document.widgets.map((each) => ({
      ...each,
      ...{ transform: `translate(${x}px, ${y}px)`, width: 400, height: 200 },
    }))
    return { ...document, widgets }
  }

  it('moves comments with their widgets, and keeps them where a deleted one was', async () => {
    const { admin } = await scene()
    const layout = await makeLayout(admin, withText(0, 0))
    const id = layout.widgets[0]?.id ?? ''
    const widget = { id, name: 'Text', x: 0.5, y: 0.5 }
    await makeComment(admin, { pageId: layout.id, x: 0, y: 0, widget })
    const save = (document: ReturnType<typeof page>) =>
      admin.api.layouts.update({ params: { id: layout.id }, body: { ...document, name: layout.name } })
    const place = async () => (await listed(admin, layout.id)).map(({ x, y }) => [x * 1920, y * 1080])
    await save(withText(100, 50))
    expect((await place()).flat().map(Math.round)).toEqual([300, 150])
    await save({ ...withText(0, 0), widgets: [], config: { inputs: [] } })
    expect((await place()).flat().map(Math.round)).toEqual([300, 150])
    expect((await listed(admin, layout.id))[0]?.widget).toEqual(widget)
  })

  it('takes its comments into the trash and out of it, and no version has them', async () => {
    const { admin, user, layout } = await scene()
    const { id } = await makeComment(admin, { pageId: layout.id, mentions: [await idOf(user)] })
    await user.api.comments.reply({ params: { id }, body: { text: 'Yes', mentions: [await idOf(admin)] } })
    const before = await admin.api.comments.get({ params: { id } })
    const { versions } = await admin.api.layouts.versions({ params: { id: layout.id } })
    expect(versions).toHaveLength(1)
    await admin.api.layouts.remove({ params: { id: layout.id } })
    expect((await refused(admin.api.comments.get({ params: { id } }))).status).toBe(404)
    expect((await user.api.comments.mentions()).mentions).toEqual([])
    await admin.api.trash.restore({ params: { id: layout.id } })
    expect(await admin.api.comments.get({ params: { id } })).toEqual(before)
    expect((await user.api.comments.mentions()).mentions).toHaveLength(1)
  })

  it('plays the same with comments', async () => {
    const { admin } = await scene()
    const layout = await makeLayout(admin)
    const storyboard = await makeStoryboard(admin, { layoutIds: [layout.id] })
    const group = await makeGroup(admin, storyboard.id)
    const screen = await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
    const before = (await screen.manifest()).raw
    expect(JSON.stringify(before)).toContain(layout.id)
    await makeComment(admin, { pageId: layout.id, text: 'Never on a screen' })
    const after = (await screen.manifest()).raw
    expect(after).toEqual(before)
    expect(JSON.stringify(after)).not.toContain('Never on a screen')
  })
})
