// Calls of every writing route with ids of a scene, in turn or in any order.
import { contract } from '@vitrine/contract'
import { can, PERMISSIONS } from '@vitrine/contract/permissions'
import { type Route, routesOf, writes } from '@vitrine/contract/route'
import fc from 'fast-check'
import { expect } from 'vitest'
import { manifestsOf, type Scene } from '#test/approval/scene.ts'
import { loadingPage, page, priceTag, showingOnly, showingPart } from '#test/content.ts'
import { followed } from '#test/decks.ts'
import { jsonExport } from '#test/foreign-layouts.ts'
import { type Caller, serverOf } from '#test/harness.ts'
import { addressOf, entityOf } from '#test/paths.ts'
import { pdf } from '#test/pdf.ts'
import { samples } from '#test/samples.ts'
import { FACTS, sha256 } from '#test/screen.ts'
import { form, type Part, picture, sendUpload, tone, video } from '#test/uploads.ts'
import { menuBoard } from '#test/zip.ts'

/** Everything but the right to approve. */
export const RIGHTS = PERMISSIONS.filter((each) => each !== 'approve-storyboards')
const DESIGNER = { role: '2', permissions: RIGHTS, kiosk: false } as const

/** No part of what screens play, with the reason. */
const ELSEWHERE: Record<string, string> = {
  auth: 'the own account',
  sessions: 'the own account',
  secondFactor: 'the own account',
  passkeys: 'the own account',
  cases: 'letters to the operator',
  answers: 'what visitors answered',
  playerUpdates: 'versions of the player',
}
/** They store nothing that a page names, or need a file that a test machine has no tool for. */
const UNTRIED = [
  'media.startUpload',
  'media.uploadOffset',
  'media.continueUpload',
  'media.cancelUpload',
  'decks.preview',
  'conversions.confirm',
  'conversions.cancel',
  'videoCopies.make',
  'devices.command',
]

export const ROUTES = routesOf(contract).filter(({ name, route }) => {
  const { who } = route
  if (typeof who === 'string' || !(writes(route) || route.upload)) return false
  if (ELSEWHERE[name.split('.')[0] ?? ''] || UNTRIED.includes(name)) return false
  return 'write' in who ? can(DESIGNER, 'write', who.write) : can(DESIGNER, 'read', who.read)
})

const isDeletion = (name: string) => /\.(remove|everywhere)/.test(name)
/** Deletions last: they take away what the others change. */
export const BY_TURN = [
  ...ROUTES.filter(({ name }) => !isDeletion(name) && !name.startsWith('trash.')),
  ...ROUTES.filter(({ name }) => isDeletion(name) && !name.startsWith('trash.')),
  ...ROUTES.filter(({ name }) => name.startsWith('trash.')),
]

interface Pick {
  /** An id of a kind, of those that exist or once did. */
  of(kind: string): string
  n: number
}

/** Bodies that a route accepts and that change something played; others are those of the samples. */
const BODIES: Record<string, (pick: Pick) => object> = {
  'layouts.update': ({ of, n }) => ({ ...documentOf({ of, n }), name: `Layout ${n}` }),
  'parts.update': ({ n }) => ({ ...priceTag(`${n}.00`), name: `Part ${n}` }),
  'cards.update': ({ of, n }) => ({ ...documentOf({ of, n }), name: `Card ${n}` }),
  'cards.duplicate': ({ n }) => ({ name: `Copy ${n}` }),
  'storyboards.create': ({ of, n }) => storyboardOf({ of, n }),
  'storyboards.update': ({ of, n }) => storyboardOf({ of, n }),
  'storyboards.restore': () => ({}),
  'comments.create': ({ of, n }) => ({ pageId: of('layouts'), x: 0.5, y: 0.5, text: `Comment ${n}` }),
  'localContent.create': ({ of, n }) => ({
    ...{ storyboardId: of('storyboards'), slotId: of('slots') },
    placeId: n % 4 < 2 ? of('floors') : of('buildings'),
    entries: [n % 2 ? { mediaId: of('media') } : { layoutId: of('layouts') }],
  }),
  'localContent.update': ({ of, n }) => ({
    entries: n % 3 === 0 ? [] : [n % 3 === 1 ? { mediaId: of('media') } : { layoutId: of('layouts') }],
  }),
  'localContent.restore': () => ({}),
  'shelf.slideShow': ({ of, n }) => ({ name: `Slides ${n}`, mediaIds: [of('media')] }),
  'media.update': ({ n }) => ({ name: `Renamed ${n}` }),
  'media.moveMany': ({ of, n }) => ({ ids: [of('media')], folderId: n % 2 ? of('folders') : null }),
  'webMedia.update': ({ n }) => ({ name: `Site ${n}`, address: `https://site${n}.example.org/` }),
  'sources.update': ({ n }) => ({
    ...{ name: n % 2 ? 'Prices' : `Prices ${n}`, kind: 'csv' },
    file: { name: 'prices.csv', content: btoa(`Dish,Price\nTea,${n}\n`) },
  }),
  'buildings.update': ({ of, n }) => ({
    ...{ name: `House ${n}`, location: 'There' },
    floors: n % 4 > 1 ? [{ id: of('floors'), name: 'Ground' }] : [{ name: 'Top' }],
  }),
  'buildings.import': ({ n }) => ({ content: btoa(`Building,Location,Floor\nNew ${n},Here,Ground`) }),
  'devices.import': ({ n }) => ({ content: btoa(`Name\nNew ${n}`) }),
  'floors.place': ({ of, n }) => ({
    deviceId: of('devices'),
    place: n % 2 ? null : { x: 0.5, y: 0.5, facing: 90 },
  }),
  'floors.plan': ({ of }) => ({ mediaId: of('media') }),
  'devices.update': ({ of, n }) => ({
    name: `Screen ${n}`,
    ...(n % 2 && { deviceGroupId: n % 4 === 1 ? null : of('deviceGroups') }),
  }),
  'devices.updateMany': ({ of, n }) => ({
    ids: [of('devices')],
    ...(n % 2 ? { deviceGroupId: of('deviceGroups') } : { floorId: null }),
  }),
  'devices.switchStory': ({ of, n }) => ({
    storyboardId: of('storyboards'),
    ...(n % 3 === 0 && { from: Date.parse('2026-12-01T12:00:00Z') }),
  }),
  'devices.backToSchedule': ({ of }) => ({ screens: [{ deviceId: of('devices') }] }),
  'screenFields.update': ({ n }) => ({ name: `Field ${n}`, kind: 'text', source: '' }),
  'screenValues.save': ({ of, n }) => ({
    changes: [{ of: 'device', id: of('devices'), fieldId: of('screenFields'), value: `Mona ${n}` }],
  }),
  'devices.putRight': ({ of }) => ({ ids: [of('devices')] }),
  'devices.cancelPlanned': ({ of }) => ({ ids: [of('plannedSwitches')] }),
  'deviceGroups.create': ({ of, n }) => ({ name: `Group ${n}`, ...(n % 2 && { devices: [of('devices')] }) }),
  'deviceGroups.update': ({ of, n }) => ({
    name: `Group ${n}`,
    ...(n % 3 === 1 && { devices: [of('devices')] }),
    ...(n % 3 === 2 && { schedule: { defaultStoryboardId: of('storyboards'), slots: [] } }),
    ...(n % 6 === 3 && {
      schedule: {
        slots: [],
        layers: [{ name: `Layer ${n}`, place: { kind: 'top' }, storyboardId: of('storyboards') }],
      },
    }),
  }),
  'deviceGroups.restore': () => ({}),
  'deviceConfigurations.create': ({ of, n }) => ({ name: `Set ${n}`, volume: 10, devices: [of('devices')] }),
  'deviceConfigurations.update': ({ of, n }) => ({
    name: `Set ${n}`,
    volume: n % 100,
    devices: [of('devices')],
  }),
  'triggers.create': ({ of, n }) => ({
    ...{ name: `Door ${n}`, deviceGroupId: of('deviceGroups'), storyboardId: of('storyboards') },
  }),
  'deletions.everywhere': ({ of, n }) => {
    const kinds = {
      card: 'cards',
      layout: 'layouts',
      media: 'media',
      storyboard: 'storyboards',
      folder: 'folders',
    }
    const all = Object.entries(kinds)
    const [kind, from] = all[n % all.length] ?? ['card', 'cards']
    return { kind, ids: [of(from)], uses: 100 }
  },
  'designs.create': ({ of, n }) => ({ ...page(`Design ${n}`), name: `Design ${n}`, cardId: of('cards') }),
  'designs.update': ({ of, n }) => ({ ...documentOf({ of, n }), name: `Design ${n}` }),
  'mediaVersions.restore': () => ({}),
  'deckVersions.restore': () => ({}),
}

function documentOf({ of, n }: Pick) {
  if (n % 4 === 3) return showingPart(of('parts'), { Price: `${n}.50` })
  if (n % 3 === 0) return showingOnly(of('media'))
  return n % 3 === 1 ? loadingPage(of('storyboards')) : page(`Text ${n}`)
}

const storyboardOf = ({ of, n }: Pick) => ({
  ...{ name: `Storyboard ${n}`, type: 'designed' },
  items: [{ layoutId: of('layouts'), duration: 5 + (n % 9) }],
})

const MANY: Record<string, (ids: string[]) => object> = {
  removeMany: (ids) => ({ ids }),
  restoreMany: (ids) => ({ ids }),
  tagMany: (ids) => ({ ids, add: ['Bar'], remove: [] }),
}

/** Kinds that the trash keeps. */
const TRASHED = ['folders', 'media', 'cards', 'layouts', 'parts', 'storyboards', 'deviceGroups', 'deletions']

/** Files of uploads, which take turns. */
const PARTS: Record<string, (pick: Pick) => Promise<Part[]>> = {
  'media.upload': async () => [{ name: 'new.png', content: await picture('red') }],
  'mediaVersions.replace': async ({ n }) => {
    const files = [
      { name: 'new.png', content: await picture(n % 2 ? 'red' : 'green') },
      { name: 'menu.zip', content: menuBoard(), type: 'application/zip' },
      { name: 'tone.wav', content: tone(1 + (n % 3)), type: 'audio/wav' },
      { name: 'clip.mp4', content: video(), type: 'video/mp4' },
    ]
    return files.slice(n % 4, (n % 4) + 1)
  },
  'captions.save': async ({ n }) => [
    { field: 'language', content: 'fr' },
    {
      field: 'captions',
      name: 'a.srt',
      content: `1\n00:00:00,500 --> 00:00:01,500\nBonjour ${n}\n`,
      type: 'text/plain',
    },
  ],
  'decks.create': async () => [{ name: 'New.pdf', content: pdf(1) }],
  'decks.replace': async ({ n }) => [{ name: 'Menu.pdf', content: pdf(2 + (n % 2)) }],
  'thumbnails.create': async () => [{ field: 'thumbnail', name: 'a.png', content: await picture() }],
  'thumbnails.createOfLayout': async ({ of }) => [
    { field: 'thumbnail', name: 'a.png', content: await picture() },
    { field: 'layoutId', content: of('layouts') },
  ],
}

/** Short enough for a failure. */
export const played = async (scene: Scene) => (await manifestsOf(scene)).map((parts) => parts.map(sha256))

export interface Called {
  name: string
  route: Route
}

/** Calls routes with ids of a scene, to which those that are made are added. */
export function sender(scene: Scene, caller: Caller) {
  /** By route: the answers that it gave. */
  const answers = new Map<string, Set<string>>()

  async function send({ name, route }: Called, seed: number): Promise<void> {
    const of = (kind: string) => {
      const all = scene.ids[kind] ?? []
      return all[seed % Math.max(1, all.length)] ?? 'nowhere'
    }
    const entity = entityOf(route)
    const method = name.split('.').at(-1) ?? ''
    const pick = { of, n: seed }
    const body = await bodyOf(name, entity, method, pick)
    const organizationId = scene.admin.organizationId
    const address = addressOf(route, of(entity), { organizationId })
    const path = await newestVersion(address)
    const answer = await caller.call(route.method, path, body)
    const { errKey = '' } = (answer.body ?? {}) as { errKey?: string }
    const outcome = answer.status < 300 ? 'done' : errKey
    answers.set(name, (answers.get(name) ?? new Set()).add(outcome))
    if (outcome === 'done') keep(entity, method, answer.body)
    const { conversion } = (answer.body ?? {}) as { conversion?: { id: string } }
    if (conversion) await followed(caller, conversion)
  }

  /** Restores what was there before the last save, if anything was. */
  async function newestVersion(path: string): Promise<string> {
    const list = /^(.+\/versions)\/1\/restore$/.exec(path)?.[1]
    if (list === undefined) return path
    const { body } = await caller.call('GET', list)
    const { versions = [] } = (body ?? {}) as { versions?: { version: number }[] }
    return `${list}/${versions.at(-1)?.version ?? 1}/restore`
  }

  async function bodyOf(name: string, entity: string, method: string, pick: Pick): Promise<unknown> {
    const parts = await PARTS[name]?.(pick)
    if (parts) return form(parts)
    if (name === 'devices.claim' || name === 'devices.replace') {
      const { code } = await caller.api.player.startPairing({ body: { screen: FACTS } })
      return { code, name: `New ${pick.n}` }
    }
    if (name === 'layoutImports.import') {
      const files = [{ id: 1, file: '1.png', content: await picture('red') }]
      const regions = [{ widgets: [{ type: 'image', files: [1] }] }]
      return { uploadId: await sendUpload(serverOf(caller), caller, jsonExport({ files, regions })) }
    }
    const own = BODIES[name]?.(pick)
    if (own) return own
    const many = MANY[method]?.([pick.of(entity)])
    return many ?? samples[entity]?.body?.(pick.n) ?? {}
  }

  /** Ids of what was made or deleted take part from now on. */
  function keep(entity: string, method: string, body: unknown): void {
    const made = Object.values((body ?? {}) as object)
      .flat()
      .flatMap((each) => (typeof each?.id === 'string' ? [each.id as string] : []))
    const ids = typeof (body as { id?: unknown })?.id === 'string' ? [(body as { id: string }).id] : made
    const done = (body as { done?: string[] })?.done ?? []
    const isDeletion = /^remove|everywhere/.test(method)
    if (isDeletion && !TRASHED.includes(entity)) return
    const kind = isDeletion ? 'trash' : entity
    const all = scene.ids[kind] ?? []
    scene.ids[kind] = [...new Set([...all, ...ids, ...done])]
  }

  return { send, answers }
}

/** Any calls in any order. */
export async function inAnyOrder(
  send: (called: Called, seed: number) => Promise<void>,
  look: () => Promise<unknown>,
  numRuns: number,
): Promise<void> {
  const before = await look()
  const step = fc.record({ route: fc.nat(ROUTES.length - 1), seed: fc.nat(1000) })
  const steps = fc.array(step, { minLength: 12, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const sent: string[] = []
      for (const { route, seed } of sequence) {
        const chosen = ROUTES[route]
        if (!chosen) continue
        sent.push(`${chosen.name} ${seed}`)
        await send(chosen, seed)
      }
      expect(await look(), sent.join(', ')).toEqual(before)
    }),
    { numRuns, endOnFailure: true },
  )
}
