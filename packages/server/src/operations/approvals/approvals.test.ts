import { PERMISSIONS } from '@vitrine/contract/permissions'
import { expect, it } from 'vitest'
import { namedFiles } from '#db/file-references.ts'
import { approveEverything, makeScene, manifestsOf, setApproval } from '#test/approval/scene.ts'
import { makeGroup, makeLayout, makeStoryboard, page, showingOnly } from '#test/content.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { TestScreen } from '#test/screen.ts'
import { fetchFile, form, picture, uploadOne } from '#test/uploads.ts'
import { menuBoard, zipOf } from '#test/zip.ts'

const server = useServer()

const DESIGNING = PERMISSIONS.filter((each) => each !== 'approve-storyboards')

/** One screen that shows a page with a picture, under strict approval. */
async function small(more: object = {}) {
  const admin = await server().organization()
  const media = await uploadOne(admin, 'a.png', await picture('teal'))
  const layout = await makeLayout(admin, showingOnly(media.id))
  const storyboard = await makeStoryboard(admin, { layoutIds: [layout.id] })
  const group = await makeGroup(admin, storyboard.id)
  const screen = await TestScreen.claim(server(), admin, { deviceGroupId: group.id })
  const designer = await server().user(admin, [...DESIGNING])
  await setApproval(admin, 'strict', more)
  return { admin, designer, media, layout, storyboard, group, screens: [screen] as const }
}

const save = (caller: Caller, { id, name }: { id: string; name: string }, text: string) =>
  caller.api.layouts.update({ params: { id }, body: { ...page(text), name } })

async function decide(caller: Caller, id: string, decision: 'approved' | 'rejected' = 'approved', note = '') {
  const { state } = await caller.api.approvals.get({ params: { id } })
  return caller.api.approvals.decide({ body: { changes: [{ id, state }], decision, note } })
}

it('turning strict approval on and off changes no byte while nothing waits', async () => {
  const scene = await makeScene(server())
  const before = await manifestsOf(scene)
  await setApproval(scene.admin, 'strict')
  expect(await manifestsOf(scene)).toEqual(before)
  await setApproval(scene.admin, 'live')
  expect(await manifestsOf(scene)).toEqual(before)
}, 120_000)

it('a saved page waits, and plays once it is approved, if it is what was seen', async () => {
  const scene = await small({ days: 2 })
  const { admin, designer, layout } = scene
  const { id } = layout
  const before = await manifestsOf(scene)
  await save(designer, layout, 'New')
  expect(await manifestsOf(scene)).toEqual(before)
  const { changes } = await designer.api.approvals.list({ query: {} })
  expect(changes).toMatchObject([
    { id, kind: 'page', change: 'changed', by: ['Uma User'], isOwn: false, due: '2026-11-23T12:00:00.000Z' },
  ])
  const seen = await admin.api.approvals.get({ params: { id } })
  expect(Object.keys(seen.before?.media ?? {})).toEqual([scene.media.id])
  expect(JSON.stringify(seen.after?.pages[id])).toContain('New')

  // No one approves what they haven't seen.
  await save(designer, layout, 'Newer')
  const body = { changes: [{ id, state: seen.state }], decision: 'approved' as const }
  expect((await refused(admin.api.approvals.decide({ body }))).errKey).toBe('CONFLICT')
  expect((await refused(designer.api.approvals.decide({ body }))).status).toBe(403)
  await decide(admin, id)
  expect(JSON.stringify(await manifestsOf(scene))).toContain('Newer')
  expect((await admin.api.approvals.list({ query: {} })).changes).toEqual([])
})

it('a file that is renamed back no longer waits', async () => {
  const scene = await small()
  const { designer, admin, media } = scene
  await designer.api.media.update({ params: { id: media.id }, body: { name: 'b.png' } })
  expect((await admin.api.approvals.list({ query: {} })).changes).toHaveLength(1)
  await designer.api.media.update({ params: { id: media.id }, body: { name: 'a.png' } })
  expect((await admin.api.approvals.list({ query: {} })).changes).toEqual([])
})

it('a replaced file plays on, is served to screens and reviewers, and outlasts its history', async () => {
  const scene = await small()
  const { designer, media, screens } = scene
  const before = await manifestsOf(scene)
  const parts = form([{ name: 'a.png', content: await picture('red') }])
  expect((await designer.call('POST', `/media/${media.id}/file`, parts)).status).toBe(200)
  await server().services.database.deleteFrom('media_versions').where('mediaId', '=', media.id).execute()
  expect(await namedFiles(server().services.database)).toContain(media.src)
  expect(await manifestsOf(scene)).toEqual(before)
  const [screen] = screens
  expect((await screen.call(`/player/files/${media.src}`)).status).toBe(200)
  const url = `/approvals/files/${media.src}`
  expect((await fetchFile(server(), designer, url)).status).toBe(200)
  const stranger = await server().organization()
  expect((await fetchFile(server(), stranger, url)).status).toBe(404)
}, 60_000)

it('a replaced package is opened in its approved version', async () => {
  const { admin, designer } = await small()
  const board = await uploadOne(admin, 'menu.zip', menuBoard())
  const layout = await makeLayout(admin, showingOnly(board.id))
  await makeStoryboard(admin, { layoutIds: [layout.id] })
  const { copy } = await server()
    .services.database.selectFrom('approved_copies')
    .select('copy')
    .where('id', '=', board.id)
    .executeTakeFirstOrThrow()
  const { medium } = JSON.parse(copy ?? '') as { medium: { sha256: string } }
  const other = zipOf([{ name: 'index.html', content: '<p>Other</p>' }])
  const parts = form([{ name: 'menu.zip', content: other, type: 'application/zip' }])
  expect((await designer.call('POST', `/media/${board.id}/file`, parts)).status).toBe(200)
  const opened = await fetch(`${server().origins.content}/p/${medium.sha256}/index.html`)
  expect(opened.status).toBe(200)
  expect(await opened.text()).not.toContain('Other')
})

it('with four eyes, people with a share in a change do not approve it', async () => {
  const scene = await small({ fourEyes: true })
  const { admin, designer, layout, storyboard } = scene
  const other = await server().user(admin, [...PERMISSIONS])
  await save(designer, layout, 'By the designer')
  await save(other, layout, 'By someone who may approve')
  const { change } = await other.api.approvals.get({ params: { id: layout.id } })
  expect(change.isOwn).toBe(true)
  expect((await refused(decide(other, layout.id))).errKey).toBe('OWN_CHANGE')
  // Nor with an API key, nor as a part of a storyboard.
  const { secret } = await other.api.apiKeys
    .create({ body: { name: 'Own', role: '2', permissions: [...PERMISSIONS] } })
    .catch(() => ({ secret: '' }))
  if (secret) expect((await refused(decide(server().as(secret), layout.id))).errKey).toBe('OWN_CHANGE')
  const { name, items } = storyboard
  await designer.api.storyboards.update({
    params: { id: storyboard.id },
    body: { name, type: 'designed', items },
  })
  const params = { id: storyboard.id, status: 'approved' } as const
  expect((await refused(other.api.storyboards.setStatus({ params }))).errKey).toBe('OWN_CHANGE')
  await decide(admin, layout.id)
  expect(JSON.stringify(await manifestsOf(scene))).toContain('By someone who may approve')
})

it('a rejected change stays with its reason until it is edited again', async () => {
  const scene = await small()
  const { admin, designer, layout } = scene
  const before = await manifestsOf(scene)
  await save(designer, layout, 'Too loud')
  await decide(admin, layout.id, 'rejected', 'Too loud for a library')
  const [change] = (await designer.api.approvals.list({ query: {} })).changes
  expect(change?.rejected).toMatchObject({ by: 'Ada Admin', note: 'Too loud for a library' })
  expect(await manifestsOf(scene)).toEqual(before)
  await save(designer, layout, 'Quiet')
  expect((await designer.api.approvals.list({ query: {} })).changes[0]?.rejected).toBeNull()
})

it('a deletion waits, unless the one who deletes may approve it', async () => {
  for (const mayApprove of [false, true]) {
    const scene = await small()
    const { admin, designer, media, layout } = scene
    await save(designer, layout, 'Without the picture')
    const before = await manifestsOf(scene)
    await (mayApprove ? admin : designer).api.media.remove({ params: { id: media.id } })
    const after = await manifestsOf(scene)
    if (!mayApprove) expect(after).toEqual(before)
    else expect(JSON.stringify(after)).not.toContain(media.src)
    const { changes } = await admin.api.approvals.list({ query: {} })
    const waiting = new Map(changes.map(({ id, change }) => [id, change]))
    expect(waiting.get(layout.id)).toBe('changed')
    expect(waiting.get(media.id)).toBe(mayApprove ? undefined : 'deleted')
    await approveEverything(admin)
    const strict = await manifestsOf(scene)
    await setApproval(admin, 'live')
    expect(await manifestsOf(scene)).toEqual(strict)
  }
})

it('says before it is turned off what would play then', async () => {
  const { admin, designer, layout } = await small()
  await save(designer, layout, 'New')
  const params = { id: admin.organizationId }
  const { settings } = await admin.api.approvals.settings({ params })
  const body = { ...settings, mode: 'live' as const }
  const { impact } = await admin.api.approvals.saveSettings({ params, query: { dryRun: 'true' }, body })
  expect(impact).toEqual({ screens: 1, waiting: 1 })
  expect((await admin.api.approvals.settings({ params })).settings.mode).toBe('strict')
})

it('takeovers are exempt, which the audit log says', async () => {
  const { admin } = await small()
  const endsAt = server().clock.now() + 600_000
  const body = {
    title: 'Fire',
    text: 'Leave',
    tone: 'danger',
    storyboardId: null,
    targets: { kind: 'all' },
    endsAt,
  }
  await admin.api.takeovers.start({ body: body as never })
  const { entries } = await admin.api.audit.list({ query: { kind: 'takeover' } })
  expect(entries[0]?.changes).toContainEqual({ field: 'withoutApproval', before: null, after: 'true' })
})

it('a change that has waited too long is another alert', async () => {
  const { admin, designer, layout } = await small({ days: 1 })
  await admin.api.alerts.create({ body: { name: 'Approvals', causes: ['approval'], emails: ['a@b.test'] } })
  await save(designer, layout, 'New')
  const problems = async () => {
    const { jobs, database } = server().services
    server().clock.advance(10 * 60_000)
    await jobs.look()
    const rows = await database
      .selectFrom('alert_problems')
      .select('subject')
      .where('organizationId', '=', admin.organizationId)
      .execute()
    return rows.map(({ subject }) => subject).sort()
  }
  expect(await problems()).toEqual([layout.id])
  server().clock.advance(86_400_000)
  expect(await problems()).toEqual([layout.id, `late-${layout.id}`])
}, 60_000)

it('what cannot wait is refused in words, and the same call of someone who may approve is not', async () => {
  const scene = await small()
  const { admin, designer, screens } = scene
  const params = { id: screens[0].deviceId }
  const body = { name: 'Renamed' }
  const { status, body: answer } = await refused(designer.api.devices.update({ params, body }))
  expect([status, answer.errKey]).toEqual([403, 'NEEDS_APPROVAL'])
  expect(answer.message).toContain('Lobby')
  await admin.api.devices.update({ params, body })
})
