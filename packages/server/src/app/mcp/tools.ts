import { contract } from '@vitrine/contract'
import type { Route } from '@vitrine/contract/route'
import { z } from 'zod'
import type { AgentCaller } from './caller.ts'

/** Rows of a list, and pictures of a storyboard's pages. */
const LISTED = 50
const PICTURES = 8

type Part = { type: 'text'; text: string } | { type: 'image'; data: string; mimeType: string }

/** What an agent can do. It is offered to keys that may call `route`. */
export interface Tool {
  name: string
  title: string
  description: string
  route: Route
  input: z.ZodObject
  run(caller: AgentCaller, input: Record<string, unknown>): Promise<Part[]>
}

const tool = <Input extends z.ZodObject>(
  own: Omit<Tool, 'input' | 'run'> & {
    input: Input
    run(caller: AgentCaller, input: z.infer<Input>): Promise<Part[]>
  },
): Tool => ({ ...own, run: (caller, input) => own.run(caller, own.input.parse(input)) })

const Id = z.string().min(1).max(60)
const Search = z.object({
  search: z.string().max(100).optional().describe('Words in the name'),
  page: z.int().min(1).max(100_000).default(1).describe(`${LISTED} rows each`),
})
const One = z.object({ id: Id })
const Kind = z
  .enum(['card', 'layout'])
  .describe('Cards are in standard storyboards, layouts in designed ones')
const Pages = z
  .array(z.object({ id: Id.describe('Of a card or layout'), seconds: z.int().min(1).max(86_400) }))
  .min(1)
  .max(100)

const json = (value: unknown): Part => ({ type: 'text', text: JSON.stringify(value) })
const say = (text: string): Part => ({ type: 'text', text })
const shown = (picture: Part | undefined, without: string): Part => picture ?? say(without)
const paged = <Of extends { search?: string | undefined; page: number }>({ search, page }: Of) => ({
  page,
  pageSize: LISTED,
  ...(search && { search }),
})

type Storyboard = Awaited<ReturnType<AgentCaller['api']['storyboards']['get']>>['storyboard']
type Items = Pick<Storyboard, 'type' | 'items'>

/** The pictures of a storyboard's first pages, in order. */
async function picturesOf({ api, picture }: AgentCaller, { type, items }: Items): Promise<Part[]> {
  const pages = items.filter(({ storyboardId }) => !storyboardId)
  const first = pages.slice(0, PICTURES)
  const each = first.map(async ({ cardId, layoutId }) => {
    const params = { id: cardId ?? layoutId ?? '' }
    const page =
      type === 'standard'
        ? (await api.cards.get({ params })).card
        : (await api.layouts.get({ params })).layout
    const drawn = page.thumbnailId && (await picture(`/thumbnail/download/${page.thumbnailId}`))
    return drawn || json({ page: page.name, picture: null })
  })
  const rest = pages.length - first.length
  return [...(await Promise.all(each)), ...(rest > 0 ? [say(`And ${rest} more pages.`)] : [])]
}

const itemsOf = (kind: 'card' | 'layout', pages: z.infer<typeof Pages>) =>
  pages.map(({ id, seconds }) => ({
    ...(kind === 'card' ? { cardId: id } : { layoutId: id }),
    duration: seconds,
  }))

const typeOf = (kind: 'card' | 'layout') => (kind === 'card' ? 'standard' : 'designed') as Storyboard['type']

/** Tools that read give pictures of what screens show; what the others write waits until a person approves it. */
export const TOOLS: readonly Tool[] = [
  tool({
    name: 'list_screens',
    title: 'List screens',
    description:
      'Lists screens: whether they are online, whether they show the right thing, and what they show.',
    route: contract.devices.list,
    input: Search,
    run: async ({ api }, input) => {
      const { devices, total } = await api.devices.list({ query: paged(input) })
      const screens = devices.map(
        ({ id, name, connection, content, truth, deviceGroup, playing, lastSeenAt }) => ({
          ...{ id, name, connection, content, truth, group: deviceGroup?.name ?? null },
          ...{ storyboard: playing?.storyboardName ?? null, lastSeenAt },
        }),
      )
      return [json({ screens, total })]
    },
  }),
  tool({
    name: 'look_at_screen',
    title: 'Look at a screen',
    description: 'Returns the latest picture that a screen took of what it shows, and when.',
    route: contract.devices.get,
    input: One,
    run: async ({ api, picture }, { id }) => {
      const { device } = await api.devices.get({ params: { id } })
      const { name, connection, content, truth, pictureAt, lastSeenAt } = device
      return [
        json({ id, name, connection, content, truth, pictureAt, lastSeenAt }),
        shown(await picture(`/devices/screenshot/${device.id}`), 'It has sent no picture.'),
      ]
    },
  }),
  tool({
    name: 'list_groups',
    title: 'List groups of screens',
    description: 'Lists groups of screens. A group has a schedule that says what its screens show.',
    route: contract.deviceGroups.list,
    input: Search,
    run: async ({ api }, input) => {
      const { devicesGroups, total } = await api.deviceGroups.list({ query: paged(input) })
      return [json({ groups: devicesGroups.map(({ id, name }) => ({ id, name })), total })]
    },
  }),
  tool({
    name: 'list_pages',
    title: 'List cards or layouts',
    description: 'Lists the pages that storyboards are made of.',
    route: contract.cards.list,
    input: Search.extend({ kind: Kind }),
    run: async ({ api }, { kind, ...input }) => {
      const query = paged(input)
      if (kind === 'card') {
        const { cards, total } = await api.cards.list({ query })
        return [json({ pages: cards.map(({ id, name }) => ({ id, name })), total })]
      }
      const { layoutList, total } = await api.layouts.list({ query })
      const pages = layoutList.map(({ id, name, width, height }) => ({ id, name, width, height }))
      return [json({ pages, total })]
    },
  }),
  tool({
    name: 'list_storyboards',
    title: 'List storyboards',
    description: 'Lists storyboards: pages that play one after another. Screens play approved ones only.',
    route: contract.storyboards.list,
    input: Search.extend({ status: z.enum(['pending', 'approved', 'rejected']).optional() }),
    run: async ({ api }, { status, ...input }) => {
      const query = { ...paged(input), ...(status && { status }) }
      const { storyboards, total } = await api.storyboards.list({ query })
      const rows = storyboards.map(({ id, name, type, status: own, items, version }) => ({
        ...{ id, name, type, status: own, pages: items.length, version },
      }))
      return [json({ storyboards: rows, total })]
    },
  }),
  tool({
    name: 'look_at_storyboard',
    title: 'Look at a storyboard',
    description: 'Returns a storyboard with the pictures of its first pages.',
    route: contract.storyboards.get,
    input: One,
    run: async (caller, { id }) => {
      const { storyboard } = await caller.api.storyboards.get({ params: { id } })
      const { name, type, status, version } = storyboard
      const pages = storyboard.items.map(({ cardId, layoutId, storyboardId, duration }) =>
        storyboardId ? { storyboard: storyboardId } : { id: cardId ?? layoutId, seconds: duration },
      )
      return [json({ id, name, type, status, version, pages }), ...(await picturesOf(caller, storyboard))]
    },
  }),
  tool({
    name: 'list_media',
    title: 'List media',
    description: 'Lists files of the media library.',
    route: contract.media.list,
    input: Search,
    run: async ({ api }, input) => {
      const { media } = await api.media.list({ query: paged(input) })
      const files = media.media.map(({ id, name, mimetype, size }) => ({ id, name, mimetype, size }))
      return [json({ files, total: media.total })]
    },
  }),
  tool({
    name: 'propose_storyboard',
    title: 'Propose a storyboard',
    description:
      'Creates a storyboard of existing pages. It plays nowhere until a person approves it in the console.',
    route: contract.storyboards.create,
    input: z.object({ name: z.string().min(1).max(100), kind: Kind, pages: Pages }),
    run: async (caller, { name, kind, pages }) => {
      const body = { name, type: typeOf(kind), items: itemsOf(kind, pages) }
      const { storyboard } = await caller.api.storyboards.create({ body })
      const { id, status, version } = storyboard
      return [
        json({ id, status, version }),
        say('It waits for approval by a person. Its pages:'),
        ...(await picturesOf(caller, storyboard)),
      ]
    },
  }),
  tool({
    name: 'propose_change',
    title: 'Propose other pages for a storyboard',
    description:
      'Replaces the pages of a storyboard. Screens keep playing its approved version until a person approves the change in the console. `version` is the one that was looked at.',
    route: contract.storyboards.update,
    input: z.object({ id: Id, version: z.int().min(1), pages: Pages }),
    run: async (caller, { id, version, pages }) => {
      const params = { id }
      const { storyboard: before } = await caller.api.storyboards.get({ params })
      const { approved } = (await caller.api.storyboards.review({ params })).review
      const { name, type, mode, width, height, idleSeconds, audioId } = before
      const body = {
        ...{ name, type, mode, width, height, idleSeconds, audioId, version },
        items: itemsOf(type === 'standard' ? 'card' : 'layout', pages),
      }
      const { storyboard: after } = await caller.api.storyboards.update({ params, body })
      const plays = approved ?? (before.status === 'approved' ? before : undefined)
      return [
        json({ id, status: after.status, version: after.version }),
        ...(plays
          ? [
              say('Before, and on screens until a person approves the change:'),
              ...(await picturesOf(caller, plays)),
            ]
          : [say('No version of it was ever approved.')]),
        say('After:'),
        ...(await picturesOf(caller, after)),
      ]
    },
  }),
]
