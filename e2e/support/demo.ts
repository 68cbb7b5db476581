import type { Page } from '@playwright/test'
import { Console } from './console.ts'
import type { Caller, Credentials } from './server.ts'
import { stillness } from './stillness.ts'

/** An admin of the demo organization. */
export const MONA: Credentials = { email: 'mona@nilehouse.example', password: 'first-sign-in-1' }

/** Overlays that may be open on a screen. */
export const OVER = '[role="dialog"], [role="alertdialog"], [role="menu"]'

/** A screen of the console: its URL, and the steps that open a dialog there. */
export interface Screen {
  name: string
  hash: string
  open?: (console: Console, page: Page) => Promise<void>
  /** `open` changes the screen itself, so another overlay can't follow. */
  changes?: boolean
}

/** Every screen of the console with demo records, and the most used dialogs. */
export async function demoScreens({ api }: Caller): Promise<Screen[]> {
  const named = <T extends { id: string; name: string }>(all: readonly T[], name: string): string => {
    const found = all.find((one) => one.name === name)
    if (!found) throw new Error(`The demo has no ${name}`)
    return found.id
  }
  const { media } = (await api.media.list({ query: { search: '' } })).media
  const { storyboards } = await api.storyboards.list()
  const { layoutList } = await api.layouts.list()
  const { cards } = await api.cards.list()
  const templates = (await api.cards.list({ query: { isTemplate: '1' } })).cards
  const { devicesGroups } = await api.deviceGroups.list()
  const { buildings } = await api.buildings.list()
  const { folders } = (await api.media.list({})).media
  const { devices } = await api.devices.list()
  const press =
    (name: string | RegExp): NonNullable<Screen['open']> =>
    (console) =>
      console.button(name).first().click()
  const opens =
    (name: string | RegExp): NonNullable<Screen['open']> =>
    async (console, page) => {
      await press(name)(console, page)
      await page.locator(OVER).first().waitFor()
    }
  return [
    { name: 'dashboard', hash: '/app/dashboard' },
    { name: 'media', hash: '/app/media-library' },
    { name: 'media-list', hash: '/app/media-library?view=list' },
    { name: 'media-folder', hash: `/app/media-library/folders/${named(folders, 'Lifts')}` },
    { name: 'media-choose', hash: '/app/media-library', open: press('Select'), changes: true },
    { name: 'media-upload', hash: '/app/media-library', open: press('Upload'), changes: true },
    { name: 'media-preview', hash: `/app/media-library/preview/${named(media, 'Rooftop.webp')}` },
    { name: 'media-video', hash: `/app/media-library/preview/${named(media, 'River film.mp4')}` },
    { name: 'cards', hash: '/app/cards' },
    { name: 'cards-menu', hash: '/app/cards', open: opens(/^More actions for/) },
    { name: 'card-create', hash: '/app/cards/create' },
    { name: 'card-edit', hash: `/app/cards/edit/${named(cards, 'Rooftop tonight')}` },
    { name: 'card-preview', hash: `/app/cards/preview/${named(cards, 'Rooftop tonight')}` },
    { name: 'templates', hash: '/app/cards/design-template' },
    { name: 'template', hash: `/app/cards/design-template/${named(templates, 'House notice')}` },
    { name: 'layouts', hash: '/app/layouts' },
    { name: 'layout-add', hash: '/app/layouts', open: opens('New layout') },
    { name: 'layout-new', hash: '/app/layouts/design' },
    { name: 'layout', hash: `/app/layouts/design/${named(layoutList, 'Lobby board')}` },
    {
      name: 'layout-comments',
      hash: `/app/layouts/design/${named(layoutList, 'Lobby board')}`,
      open: press('Comments'),
      changes: true,
    },
    {
      name: 'layout-history',
      hash: `/app/layouts/design/${named(layoutList, 'Lobby board')}`,
      open: opens('Version history'),
    },
    { name: 'layout-guide', hash: `/app/layouts/design/${named(layoutList, 'Guest guide')}` },
    { name: 'storyboards', hash: '/app/storyboard' },
    { name: 'storyboards-pending', hash: '/app/storyboard?status=pending' },
    { name: 'storyboard-review', hash: '/app/storyboard', open: opens('Review Jazz weekend') },
    { name: 'storyboard-new', hash: '/app/storyboard', open: opens('New storyboard') },
    { name: 'storyboard-create', hash: '/app/storyboard/standard/create' },
    {
      name: 'storyboard-edit',
      hash: `/app/storyboard/designed/edit/${named(storyboards, 'House day')}`,
    },
    {
      name: 'storyboard-flow',
      hash: `/app/storyboard/designed/edit/${named(storyboards, 'House day')}`,
      open: opens('Page flow'),
    },
    {
      name: 'storyboard-standard',
      hash: `/app/storyboard/standard/edit/${named(storyboards, 'Evening')}`,
    },
    {
      name: 'storyboard-pages',
      hash: `/app/storyboard/standard/edit/${named(storyboards, 'Breakfast')}`,
      open: opens('Add cards'),
    },
    { name: 'devices', hash: '/app/devices' },
    { name: 'devices-wall', hash: '/app/devices?view=wall' },
    { name: 'devices-delivery', hash: '/app/devices?view=delivery' },
    { name: 'devices-edit', hash: '/app/devices', open: opens('Edit Reception') },
    { name: 'device', hash: `/app/devices/${named(devices, 'Reception')}` },
    { name: 'emergency', hash: '/app/devices', open: opens('Emergency') },
    { name: 'plays', hash: '/app/plays' },
    { name: 'answers', hash: '/app/answers' },
    { name: 'audit', hash: '/app/audit' },
    { name: 'devices-add', hash: '/app/devices', open: opens('Add screen') },
    { name: 'groups', hash: '/app/device-group' },
    { name: 'group-add', hash: '/app/device-group', open: opens('Add group') },
    {
      name: 'group-schedule',
      hash: `/app/device-group/storyboard/${named(devicesGroups, 'Terrace restaurant')}`,
    },
    { name: 'calendar', hash: '/app/device-group/calendar' },
    { name: 'calendar-month', hash: '/app/device-group/calendar?view=month' },
    { name: 'trash', hash: '/app/trash' },
    { name: 'sources', hash: '/app/media-library/sources' },
    { name: 'source-create', hash: '/app/media-library/sources/create' },
    { name: 'assignments', hash: '/app/device-cards' },
    { name: 'configurations', hash: '/app/device-configurations' },
    {
      name: 'configuration-edit',
      hash: '/app/device-configurations',
      open: opens('Edit Portrait by the lifts'),
    },
    { name: 'buildings', hash: '/app/buildings' },
    { name: 'building-create', hash: '/app/buildings/create' },
    { name: 'building-edit', hash: `/app/buildings/edit/${named(buildings, 'Main house')}` },
    { name: 'building-delete', hash: '/app/buildings', open: opens('Delete Main house') },
    { name: 'floors', hash: '/app/floors' },
    { name: 'floors-devices', hash: '/app/floors', open: opens(/^Assign screens/) },
    { name: 'organization', hash: '/app/organization' },
    { name: 'organization-edit', hash: '/app/organization', open: opens(/^Edit/) },
    { name: 'users', hash: '/app/user' },
    { name: 'user-add', hash: '/app/user', open: opens('Add user') },
    { name: 'licences', hash: '/app/licence' },
    { name: 'settings', hash: '/app/settings' },
    { name: 'settings-keyboard', hash: '/app/settings?tab=keyboard' },
    { name: 'settings-verification', hash: '/app/settings?tab=verification' },
    { name: 'settings-kiosk', hash: '/app/settings?tab=kiosk' },
    { name: 'settings-system', hash: '/app/settings?tab=system' },
    { name: 'cases', hash: '/app/open-case' },
    { name: 'case-new', hash: '/app/open-case', open: opens('New case') },
    { name: 'case', hash: '/app/open-case', open: opens('The screen by the west lift is upside down') },
    { name: 'profile', hash: '/app/profile' },
    { name: 'palette', hash: '/app/buildings', open: opens(/^Search or run a command/) },
    { name: 'play-on', hash: '/app/buildings', open: opens('Play on…') },
    { name: 'news', hash: '/app/buildings', open: opens(/^Notifications/) },
    { name: 'nothing-found', hash: '/app/buildings?q=nothing' },
    { name: 'not-found', hash: `/app/buildings/edit/${crypto.randomUUID()}` },
  ]
}

/**
 * Opens a screen and waits until it has been idle for `quiet` milliseconds. `mayStay`: doesn't reload a screen that is
 * already open, so an overlay opens over what earlier ones left.
 */
export async function showScreen(
  page: Page,
  url: string,
  screen: Screen,
  { quiet, mayStay = false }: { quiet?: number; mayStay?: boolean } = {},
): Promise<void> {
  const console = new Console(page, url)
  // Close dialogs left open on the previous screen first.
  const over = page.locator(OVER)
  if ((await over.count()) > 0) {
    await page.keyboard.press('Escape')
    await over.first().waitFor({ state: 'detached' })
  }
  const isThere = page.url().endsWith(`#${screen.hash}`)
  const stays = isThere && mayStay && screen.open && !screen.changes
  if (isThere && !stays) await console.open('#/app/profile')
  if (!stays) await console.open(`#${screen.hash}`)
  await console.settled()
  await screen.open?.(console, page)
  await stillness(page, quiet)
}
