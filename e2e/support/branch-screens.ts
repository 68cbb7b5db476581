import type { Browser } from '@playwright/test'
import { ROLE_AREAS } from '@vitrine/contract/permissions'
import type { RoleLevels } from '@vitrine/contract/role-levels'
import { LOCAL_KINDS } from '@vitrine/contract/schedule/local-slot'
import { BLUE, GREEN, ORANGE, picture, storyboard, upload } from './content.ts'
import { OVER, type Screen } from './demo.ts'
import type { PlayerWindow } from './player-window.ts'
import type { Caller } from './server.ts'

/** As long as files from a camera, a shop, or a printer are called. */
const LONG = '2026-11_Autumn-campaign_Window-North_final-approved_v12_1920x1080'
/** Of a whole name of a shop, without a place to break. */
const UNBROKEN = 'Donaudampfschifffahrtsgesellschaftskapitän'

const levels = (some: Partial<RoleLevels>) =>
  ({ ...Object.fromEntries(ROLE_AREAS.map((area) => [area, 'none'])), ...some }) as RoleLevels

/**
 * What decides that a page plays on some screens, for some people, and at some times, in an organization filled with long
 * names: rules of entries, pictures of web pages, order, local slots, custom roles, and what really plays.
 */
export async function branchScreens(
  caller: Caller,
  browser: Browser,
  player: PlayerWindow,
): Promise<Screen[]> {
  const { api } = caller
  const { organizationId } = (await api.auth.profile()).profile
  const [north, south] = await Promise.all(
    [`North ${UNBROKEN}`, 'South'].map(async (name) => {
      const body = { name, location: name, floors: [{ name: 'Ground' }, { name: 'Upper' }] }
      return (await api.buildings.create({ body })).building
    }),
  )
  const media = await upload(caller, [
    await picture(browser, `${LONG}.jpg`, BLUE),
    await picture(browser, 'own.jpg', GREEN),
    await picture(browser, 'bread.jpg', ORANGE),
  ])
  const web = await api.webMedia.create({
    body: { name: `Sales ${UNBROKEN}`, address: 'https://example.com/dashboard', picture: {} },
  })
  const zone = (entries: readonly Record<string, unknown>[]) => ({
    width: 1920,
    height: 1080,
    type: 'designed' as const,
    widgets: [
      {
        ...{ id: 'zone', type: 'media-looper', name: 'Zone', zIndex: 1, width: 1920, height: 1080 },
        transform: 'translate(0px, 0px)',
      },
    ],
    config: { inputs: [{ name: 'zone-media', value: entries }] },
  })
  const entries = [
    { mediaId: media[0], duration: 5, screens: { anyTags: ['Bar', 'Terrace'], inPlaces: [north?.id] } },
    { mediaId: media[1], duration: 5 },
    { mediaId: web.media.id, duration: 30 },
    { mediaId: '', files: { order: 'newest', most: 10 }, duration: 0 },
  ]
  const layouts = await Promise.all(
    [`Offers ${UNBROKEN}`, 'Bread'].map(async (name, index) => {
      const page = zone(index === 0 ? entries : [{ mediaId: media[2], duration: 5 }])
      return (await api.layouts.create({ body: { name, ...page } })).layout.id
    }),
  )
  const inner = await storyboard(caller, 'Week', [layouts[1] ?? ''], 8)
  const slot = { name: 'Offer of the branch', entries: 3, each: 10, kinds: [...LOCAL_KINDS] }
  const { storyboard: main } = await api.storyboards.create({
    body: {
      ...{ name: `Window ${UNBROKEN}`, type: 'designed', mode: 'AUTO' },
      items: [
        { layoutId: layouts[0], duration: 20, weight: 2 },
        { layoutId: layouts[1], duration: 20, perHour: 4 },
        { storyboardId: inner, perRound: 1, random: true },
        { layoutId: layouts[1], duration: 5, slot: { ...slot, id: crypto.randomUUID() } },
      ],
    },
  })
  await api.storyboards.setStatus({ params: { id: main.id, status: 'approved' } })
  const { deviceGroup } = await api.deviceGroups.create({ body: { name: 'Shops', storyboardId: main.id } })
  const name = `Window ${UNBROKEN}`
  const deviceId = await player.connect(caller, name, deviceGroup.id)
  const floorId = north?.floors[0]?.id ?? null
  await api.devices.update({
    params: { id: deviceId },
    body: { name, floorId, deviceGroupId: deviceGroup.id },
  })
  const slotId = main.items.find((item) => item.slot)?.slot?.id ?? ''
  const fill = { storyboardId: main.id, slotId, placeId: north?.id ?? '' }
  const own = media.slice(0, 2).map((mediaId) => ({ mediaId, duration: 5 }))
  const { content } = await api.localContent.create({ body: { ...fill, entries: own.slice(1) } })
  await api.localContent.update({
    params: { id: content.id },
    body: { entries: own, version: content.version },
  })
  const { folder } = await api.media.createFolder({ body: { name: `Branch ${UNBROKEN}`, folderId: null } })
  const scope = {
    places: { buildings: [north?.id ?? '', south?.id ?? ''], floors: [], groups: [deviceGroup.id] },
    folders: [folder.id],
  }
  const { role } = await api.roles.create({
    body: {
      name: `Branch ${UNBROKEN}`,
      rows: [
        { levels: levels({ media: 'write', 'local-content': 'write', devices: 'write' }), scope },
        { levels: levels({ devices: 'read', storyboards: 'read' }), scope: null },
      ],
    },
  })
  await api.users.create({
    body: {
      ...{ firstName: 'Bea', lastName: UNBROKEN, email: `bea-${crypto.randomUUID()}@example.com` },
      ...{ password: 'Bakery-1234567', role: '2', permissions: [], roleId: role.id, organizationId },
    },
  })
  return [
    ...screens({
      layout: layouts[0] ?? '',
      page: web.media.id,
      storyboard: main.id,
      group: deviceGroup.id,
      device: deviceId,
      place: north?.id ?? '',
    }),
  ]
}

interface Ids {
  layout: string
  page: string
  storyboard: string
  group: string
  device: string
  place: string
}

function screens({ layout, page, storyboard: story, group, device, place }: Ids): Screen[] {
  const opens =
    (...names: readonly (string | RegExp)[]): NonNullable<Screen['open']> =>
    async (console, window) => {
      for (const name of names) await console.button(name).first().click()
      await window.locator(OVER).first().waitFor()
    }
  const zone: Screen['open'] = async (console, window) => {
    await window.locator('[data-canvas] [data-widget=zone]').click({ force: true })
    await console.button(/^Edit content|^Add content/).click()
    await window.getByRole('dialog').waitFor()
  }
  return [
    { name: 'entries', hash: `/app/layouts/design/${layout}`, open: zone },
    {
      name: 'entry-rule',
      hash: `/app/layouts/design/${layout}`,
      open: async (console, window) => {
        await zone(console, window)
        await console
          .button(/^Screens of/)
          .first()
          .click()
      },
    },
    { name: 'web-picture', hash: `/app/media-library/preview/${page}` },
    { name: 'order', hash: `/app/storyboard/designed/edit/${story}`, open: opens(/^How often page 2/i) },
    {
      name: 'order-inner',
      hash: `/app/storyboard/designed/edit/${story}`,
      open: opens(/^How often page 3/i),
    },
    {
      name: 'local-slot',
      hash: `/app/storyboard/designed/edit/${story}`,
      open: opens(/^Local slot: page 4/i),
    },
    { name: 'coming', hash: `/app/devices/${device}`, open: opens('What plays') },
    { name: 'coming-group', hash: `/app/device-group/storyboard/${group}`, open: opens('What plays') },
    { name: 'local-content', hash: `/app/local-content?place=${place}` },
    { name: 'local-versions', hash: `/app/local-content?place=${place}`, open: opens('Versions') },
    { name: 'roles', hash: '/app/user/roles' },
    { name: 'role-add', hash: '/app/user/roles', open: opens('Add role') },
    { name: 'role-edit', hash: '/app/user/roles', open: opens(/^Edit Branch/) },
    { name: 'role-access', hash: '/app/user/roles', open: opens(/^What Branch/) },
    { name: 'role-delete', hash: '/app/user/roles', open: opens(/^Delete Branch/) },
    { name: 'who-may-change', hash: `/app/devices/${device}`, open: opens('Who may change this screen') },
  ]
}
