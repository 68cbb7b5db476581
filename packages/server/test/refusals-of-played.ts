// Things that play alone: by storyboards that lists leave out.
import type { ErrorKey } from '@vitrine/contract/errors'
import { makeGroup, makeLayout, page } from './content.ts'
import type { TestServer } from './harness.ts'
import type { Admin, InUse, Refusal } from './refusals.ts'
import { TestScreen } from './screen.ts'
import { uploadOne } from './uploads.ts'

type PlayedKind = 'media' | 'card' | 'layout' | 'source'
interface Thing {
  kind: PlayedKind
  /** Of what plays. */
  id: string
  /** What is deleted, if it is around it. */
  inside?: string
}

const THINGS: Record<string, { route: string; errKey: ErrorKey; make(admin: Admin): Promise<Thing> }> = {
  'a file': {
    route: 'media.remove',
    errKey: 'USED_IN_CARD',
    make: async (admin) => ({ kind: 'media', id: (await uploadOne(admin)).id }),
  },
  'a file in a folder': {
    route: 'media.removeFolder',
    errKey: 'USED_IN_CARD',
    make: async (admin) => {
      const { folder } = await admin.api.media.createFolder({ body: { name: 'Posters' } })
      const { id, name } = await uploadOne(admin)
      await admin.api.media.update({ params: { id }, body: { name, folderId: folder.id } })
      return { kind: 'media', id, inside: folder.id }
    },
  },
  'a card': {
    route: 'cards.remove',
    errKey: 'USED_IN_STORYBOARD',
    make: async (admin) => {
      const { card } = await admin.api.cards.create({ body: { ...page(), name: 'Menu' } })
      return { kind: 'card', id: card.id }
    },
  },
  'a layout': {
    route: 'layouts.remove',
    errKey: 'LAYOUT_IN_USE',
    make: async (admin) => ({ kind: 'layout', id: (await makeLayout(admin)).id }),
  },
  'a data source': {
    route: 'sources.remove',
    errKey: 'SOURCE_IN_USE',
    make: async (admin) => {
      const file = { name: 'menu.csv', content: btoa('Dish,Price\nTea,3\n') }
      const { source } = await admin.api.sources.create({ body: { name: 'Menu', kind: 'csv', file } })
      return { kind: 'source', id: source.id }
    },
  },
}

const PLACES: Record<string, (admin: Admin, id: string, server: TestServer) => Promise<string>> = {
  'in a schedule': async (admin, id) => `device-group ${(await makeGroup(admin, id)).name}`,
  'on a screen': async (admin, storyboardId, server) => {
    const { deviceId } = await TestScreen.claim(server, admin, { name: 'Lobby' })
    await admin.api.devices.switchStory({ params: { id: deviceId }, body: { storyboardId } })
    return 'device Lobby'
  },
}

/** Each thing × where it plays. */
export const PLAYED: Record<string, Refusal> = Object.fromEntries(
  Object.entries(THINGS).flatMap(([thing, { route, errKey, make }]) =>
    Object.entries(PLACES).map(([place, playAt]) => [
      `${thing} that plays ${place}`,
      {
        route,
        errKey,
        make: async (admin, _superAdmin, server): Promise<InUse> => {
          const { kind, id, inside = id } = await make(admin)
          const body = { kind, ...(kind === 'source' && { page: page('Menu') }) }
          const { storyboard } = await admin.api.shelf.play({ params: { id }, body })
          const params = { id: storyboard.id, status: 'approved' } as const
          await admin.api.storyboards.setStatus({ params })
          return { id: inside, uses: [await playAt(admin, storyboard.id, server)] }
        },
      } satisfies Refusal,
    ]),
  ),
)
