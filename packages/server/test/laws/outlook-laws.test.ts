import { contract } from '@vitrine/contract'
import { TRASH_KINDS } from '@vitrine/contract/api/content/trash/kinds'
import {
  DELETION_KINDS,
  type DeletionKind,
  type DeletionOutlook,
  REMOVABLE_KINDS,
  type RemovableKind,
} from '@vitrine/contract/api/operations/deletions'
import { ERRORS } from '@vitrine/contract/errors'
import { routesOf } from '@vitrine/contract/route'
import { describe, expect, it } from 'vitest'
import { makeLayout, makeStoryboard, page, showing, showingOnly } from '#test/content.ts'
import { type Caller, refused, useServer } from '#test/harness.ts'
import { REFUSALS } from '#test/refusals.ts'
import { samples } from '#test/samples.ts'
import { uploadOne } from '#test/uploads.ts'

/** The deletion of each kind, and its sample. */
const KINDS: Record<DeletionKind, { route: string; sample: string }> = {
  media: { route: 'media.remove', sample: 'media' },
  folder: { route: 'media.removeFolder', sample: 'folders' },
  card: { route: 'cards.remove', sample: 'cards' },
  part: { route: 'parts.remove', sample: 'parts' },
  layout: { route: 'layouts.remove', sample: 'layouts' },
  storyboard: { route: 'storyboards.remove', sample: 'storyboards' },
  source: { route: 'sources.remove', sample: 'sources' },
  building: { route: 'buildings.remove', sample: 'buildings' },
  'screen-field': { route: 'screenFields.remove', sample: 'screenFields' },
  trigger: { route: 'triggers.remove', sample: 'triggers' },
  licence: { route: 'licences.remove', sample: 'licences' },
  organization: { route: 'organizations.remove', sample: 'organizations' },
  role: { route: 'roles.remove', sample: 'roles' },
  user: { route: 'users.remove', sample: 'users' },
}

const HOUR = 3_600_000

const routes = routesOf(contract)
const pathOf = (name: string, id: string) =>
  (routes.find((one) => one.name === name)?.route.path ?? '').replace(/:\w+/, id)
const kindOf = (route: string) => DELETION_KINDS.find((kind) => KINDS[kind].route === route)
const isRemovable = (kind: DeletionKind): kind is RemovableKind =>
  (REMOVABLE_KINDS as readonly string[]).includes(kind)
const isKept = (kind: DeletionKind) => (TRASH_KINDS as readonly string[]).includes(kind)

async function look(caller: Caller, kind: DeletionKind, id: string): Promise<DeletionOutlook> {
  const { items } = await caller.api.deletions.look({ body: { kind, ids: [id] } })
  if (!items[0]) throw new Error('Not answered')
  return items[0]
}

const usesOf = ({ usedIn }: Pick<DeletionOutlook, 'usedIn'>) =>
  usedIn.map(({ kind, id }) => `${kind} ${id}`).sort()

/** Ends with the deletion: it is like the others afterwards. */
const MOMENTARY = ['device']

describe('what the server says before a deletion is what it does', () => {
  const server = useServer()

  it('for every deletion that it may refuse', () => {
    const refusing = routes.flatMap(({ name, route: { method, errors = [] } }) =>
      method === 'DELETE' && errors.some((key) => ERRORS[key] === 409) ? [name] : [],
    )
    expect(refusing.toSorted()).toEqual(
      Object.values(KINDS)
        .map(({ route }) => route)
        .toSorted(),
    )
  })

  it.each(Object.entries(REFUSALS))('%s: in use, with the same users', async (_name, refusal) => {
    const superAdmin = await server().signIn()
    const admin = await server().organization()
    const { id } = await refusal.make(admin, superAdmin, server())
    const kind = kindOf(refusal.route)
    if (!kind) throw new Error(`No kind for ${refusal.route}`)
    const before = await look(superAdmin, kind, id)
    const { status, body } = await superAdmin.call('DELETE', pathOf(refusal.route, id))
    const { errKey, usedIn } = body as { errKey: string; usedIn: DeletionOutlook['usedIn'] }
    expect({ status, errKey }).toEqual({ status: 409, errKey: before.refusal?.errKey })
    expect(usesOf({ usedIn })).toEqual(usesOf(before))
    if (!isRemovable(kind)) {
      expect(before.isRemovable).toBe(false)
      return
    }
    const everywhere = (uses: number) => admin.api.deletions.everywhere({ body: { kind, ids: [id], uses } })
    // A user that the caller hasn't seen.
    expect((await refused(everywhere(before.uses - 1))).errKey).toBe(errKey)
    if (!before.isRemovable) {
      expect((await refused(everywhere(before.uses))).errKey).toBe(errKey)
      expect(await look(admin, kind, id)).toEqual(before)
      return
    }
    await everywhere(before.uses)
    expect((await admin.call('DELETE', pathOf(refusal.route, id))).status).toBe(404)
    if (!isKept(kind)) return
    const { restored } = await admin.api.trash.restore({ params: { id } })
    expect(restored.missing).toBe(0)
    const isBack = (use: string) => !MOMENTARY.some((one) => use.startsWith(`${one} `))
    expect(usesOf(await look(admin, kind, id))).toEqual(usesOf(before).filter(isBack))
  })

  it.each(DELETION_KINDS)('%s: unused, and deleted', async (kind) => {
    const superAdmin = await server().signIn()
    const admin = await server().organization()
    const { route, sample } = KINDS[kind]
    const id = (await samples[sample]?.make(admin, superAdmin)) ?? ''
    const answer = await look(superAdmin, kind, id)
    expect(answer).toEqual({ id, refusal: null, usedIn: [], uses: 0, isRemovable: false })
    expect((await superAdmin.call('DELETE', pathOf(route, id))).status).toBe(200)
  })

  it('an account that belongs to the caller, and the last of its role', async () => {
    // Those above asked as often as one person may in a while.
    server().clock.advance(HOUR)
    const admin = await server().organization()
    const { profile } = await admin.api.auth.profile()
    expect((await look(admin, 'user', profile.id)).refusal?.errKey).toBe('OWN_ACCOUNT')
    const superAdmin = await server().signIn()
    expect((await look(superAdmin, 'user', profile.id)).refusal?.errKey).toBe('LAST_OF_ROLE')
    const { profile: root } = await superAdmin.api.auth.profile()
    expect((await look(admin, 'user', profile.id)).refusal).not.toBeNull()
    expect((await refused(look(admin, 'user', root.id))).status).toBe(404)
  })
})

const dateOf = (instant: number) => new Date(instant).toISOString().slice(0, 10)
type Ids = Record<'it' | 'other', string>

/** What is on a page, and whether it shows anything without `it`. */
const PAGES: Record<
  string,
  { document: (ids: Ids, now: number) => ReturnType<typeof page>; shows: boolean }
> = {
  'nothing else': { document: ({ it }) => showingOnly(it), shows: false },
  'nothing else, twice': { document: ({ it }) => showingOnly(it, it), shows: false },
  'another picture': { document: ({ it, other }) => showingOnly(it, other), shows: true },
  'a picture that has ended': {
    document: ({ it, other }, now) => dated(it, { mediaId: other, showUntil: dateOf(now - 72 * HOUR) }),
    shows: false,
  },
  'a picture that comes': {
    document: ({ it, other }, now) => dated(it, { mediaId: other, showFrom: dateOf(now + 72 * HOUR) }),
    shows: true,
  },
  'a text': { document: ({ it }) => showing(it), shows: true },
  'a hidden text': {
    document: ({ it }) => {
      const { widgets, ...rest } = showing(it)
      return {
        ...rest,
        widgets: widgets.map((each) => (each.id === 'w2' ? { ...each, hidden: true } : each)),
      }
    },
    shows: false,
  },
  'an empty zone': {
    document: ({ it }) => {
      const { widgets, ...rest } = showingOnly(it)
      return { ...rest, widgets: [...widgets, ...widgets.map((zone) => ({ ...zone, id: 'w2' }))] }
    },
    shows: false,
  },
  'a color behind it': { document: ({ it }) => configured(it, { background: '#123456' }), shows: true },
  'a picture behind it': {
    document: ({ it, other }) => configured(it, { backdrop: { media: [{ mediaId: other }] } }),
    shows: true,
  },
  'itself behind it': {
    document: ({ it }) => configured(it, { backdrop: { media: [{ mediaId: it }] } }),
    shows: false,
  },
  'nothing but itself behind it': {
    document: ({ it }) => {
      const { config, ...rest } = configured(it, { backdrop: { media: [{ mediaId: it }] } })
      return { ...rest, widgets: [], config: { ...config, inputs: [] } }
    },
    shows: false,
  },
}
const configured = (it: string, more: object) => {
  const { config, ...rest } = showingOnly(it)
  return { ...rest, config: { ...config, ...more } }
}
const dated = (it: string, entry: object) => {
  const [mediaId, value] = [it, { duration: 5 }]
  const inputs = [
    {
      name: 'w1-media',
      value: [
        { mediaId, ...value },
        { ...value, ...entry },
      ],
    },
  ]
  return { ...showingOnly(it), config: { inputs } }
}

describe('removing everywhere never leaves a page on screens with nothing to show', () => {
  const server = useServer()
  const cases = Object.entries(PAGES).flatMap(([beside, one]) =>
    (['layout', 'card', 'template'] as const).map((kind) => ({ beside, kind, ...one })),
  )

  it.each(cases)('a $kind with $beside', async ({ kind, document, shows }) => {
    const admin = await server().organization()
    const ids = { it: (await uploadOne(admin)).id, other: (await uploadOne(admin, 'b.png')).id }
    const body = { ...document(ids, server().clock.now()), name: 'Page' }
    const made =
      kind === 'layout'
        ? (await admin.api.layouts.create({ body })).layout
        : (await admin.api.cards.create({ body: { ...body, isTemplate: kind === 'template' } })).card
    // Screens don't show templates.
    const way = shows || kind === 'template' ? 'remove' : 'last'
    expect((await look(admin, 'media', ids.it)).usedIn).toMatchObject([{ id: made.id, kind, way }])
  })
})

describe('removing everywhere', () => {
  const server = useServer()

  it('changes nothing that the caller may not change', async () => {
    const admin = await server().organization()
    const { id } = await uploadOne(admin)
    const layout = await makeLayout(admin, showing(id))
    const onlyMedia = await server().user(admin, ['media'])
    const both = await server().user(admin, ['media', 'layouts'])
    const none = await server().user(admin, [])
    const body = { kind: 'media' as const, ids: [id], uses: 1 }
    expect(await look(onlyMedia, 'media', id)).toMatchObject({
      isRemovable: false,
      usedIn: [{ id: layout.id, way: 'permission' }],
    })
    expect((await refused(onlyMedia.api.deletions.everywhere({ body }))).errKey).toBe('USED_IN_CARD')
    expect((await refused(look(none, 'media', id))).errKey).toBe('FORBIDDEN')
    expect((await refused(none.api.deletions.everywhere({ body }))).errKey).toBe('FORBIDDEN')
    const stranger = await server().organization()
    expect((await refused(look(stranger, 'media', id))).status).toBe(404)
    expect((await refused(stranger.api.deletions.everywhere({ body }))).status).toBe(404)
    const { layout: before } = await admin.api.layouts.get({ params: { id: layout.id } })
    expect(before.version).toBe(layout.version)
    await both.api.deletions.everywhere({ body })
    const { layout: after } = await admin.api.layouts.get({ params: { id: layout.id } })
    expect(after).toMatchObject({ version: layout.version + 1, config: { inputs: [{ value: [] }] } })
    // It may restore the file, and not the layout.
    const { restored } = await onlyMedia.api.trash.restore({ params: { id } })
    expect(restored.missing).toBe(1)
  })

  it('needs the permission to approve for what screens play, and never empties a storyboard', async () => {
    const admin = await server().organization()
    const [one, other] = [await makeLayout(admin), await makeLayout(admin)]
    const both = { layoutIds: [one.id, other.id] }
    const played = await makeStoryboard(admin, both)
    const author = await server().user(admin, ['layouts', 'storyboards'])
    expect((await look(author, 'layout', one.id)).usedIn).toMatchObject([{ way: 'permission' }])
    expect((await look(admin, 'layout', one.id)).isRemovable).toBe(true)
    await makeStoryboard(admin, { approve: false, layoutIds: [one.id] })
    expect((await look(admin, 'layout', one.id)).usedIn.map(({ way }) => way)).toContain('last')
    await admin.api.deletions.everywhere({ body: { kind: 'layout', ids: [other.id], uses: 1 } })
    const { storyboard } = await admin.api.storyboards.get({ params: { id: played.id } })
    expect(storyboard).toMatchObject({ status: 'approved', items: [{ layoutId: one.id }] })
    expect(storyboard.approvedVersion).toBe(storyboard.version)
  })

  it('says whose screens then show nothing outside time slots', async () => {
    const admin = await server().organization()
    const [{ id }, other] = [await makeStoryboard(admin), await makeStoryboard(admin)]
    const slots = [{ from: '08:00 AM', to: '09:00 AM', storyboardId: id }]
    for (const [name, defaultStoryboardId] of Object.entries({ alone: id, slot: other.id, none: null })) {
      const schedule = { timezone: 'Etc/GMT', defaultStoryboardId, slots }
      await admin.api.deviceGroups.create({ body: { name, schedule } })
    }
    const { usedIn, isRemovable } = await look(admin, 'storyboard', id)
    expect(isRemovable).toBe(true)
    expect(Object.fromEntries(usedIn.map(({ name, way }) => [name, way]))).toEqual({
      alone: 'idle',
      slot: 'remove',
      none: 'remove',
    })
  })

  it('leaves what has been edited since as it is', async () => {
    const admin = await server().organization()
    const { id } = await uploadOne(admin)
    const { id: layoutId, name } = await makeLayout(admin, showing(id))
    await admin.api.deletions.everywhere({ body: { kind: 'media', ids: [id], uses: 1 } })
    const params = { id: layoutId }
    await admin.api.layouts.update({ params, body: { ...page('New'), name } })
    const { restored } = await admin.api.trash.restore({ params: { id } })
    expect(restored.missing).toBe(1)
    const { layout } = await admin.api.layouts.get({ params })
    expect(layout.config.inputs[0]?.value).toBe('New')
  })
})
