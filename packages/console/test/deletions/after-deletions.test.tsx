// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { AllowedSite } from '@vitrine/contract/api/accounts/allowed-sites'
import { Licence } from '@vitrine/contract/api/accounts/licences'
import { Organization } from '@vitrine/contract/api/accounts/organizations'
import { User } from '@vitrine/contract/api/accounts/users'
import { Card } from '@vitrine/contract/api/content/cards'
import { Layout } from '@vitrine/contract/api/content/layouts'
import { Media } from '@vitrine/contract/api/content/media'
import { Storyboard } from '@vitrine/contract/api/content/storyboards'
import { TrashItem } from '@vitrine/contract/api/content/trash/trash'
import { Source } from '@vitrine/contract/api/data/sources'
import { AlertRule } from '@vitrine/contract/api/operations/alerts'
import { Building } from '@vitrine/contract/api/places/buildings'
import { DeviceConfiguration } from '@vitrine/contract/api/screens/device-configurations'
import { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { Device } from '@vitrine/contract/api/screens/devices'
import { describe, expect, test } from 'vitest'
import { dialog, openConsole, setUpConsole } from '#test/console-window.tsx'
import { ONE_OF_EACH, sample } from '#test/samples.ts'

setUpConsole()

const NAMES = ['Apple', 'Birch', 'Cedar', 'Daisy']
const DAY = '2026-11-21T12:00:00.000Z'
const page = { width: 1920, height: 1080, widgets: [], config: { inputs: [] } }

interface List {
  address: string
  /** The call that loads it, and how its response holds the rows. */
  call: string
  holds: (rows: readonly object[]) => object
  row: (id: string, name: string) => object
  /** A gallery's items have a menu instead of a button. */
  menu?: true
  /** Deletes immediately, with *Undo*. */
  unasked?: true
  remove: string
  many?: string
}

const LISTS: Record<string, List> = {
  organizations: {
    address: '/app/organization',
    call: 'organizations.list',
    holds: (organizations) => ({ organizations }),
    row: (id, name) =>
      sample(Organization, {
        ...{ id, name, storage: { used: 0, ownMb: null, limitMb: null, exports: 0 } },
        admin: { id: 'u9', firstName: 'Lea', lastName: 'Berg', email: 'lea@example.com' },
      }),
    remove: 'organizations.remove',
  },
  users: {
    address: '/app/user',
    call: 'users.list',
    holds: (users) => ({ users }),
    row: (id, name) => sample(User, { id, firstName: name, lastName: 'Adel', email: `${id}@example.com` }),
    remove: 'users.remove',
    many: 'users.removeMany',
  },
  buildings: {
    address: '/app/buildings',
    call: 'buildings.list',
    holds: (buildings) => ({ buildings }),
    row: (id, name) => sample(Building, { id, name }),
    remove: 'buildings.remove',
  },
  licenses: {
    address: '/app/licence',
    call: 'licences.list',
    holds: (licences) => ({ licences }),
    row: (id, number) =>
      sample(Licence, { id, number, organization: { id: 'o1', name: 'Shop' }, expiresAt: '2031-01-31' }),
    remove: 'licences.remove',
  },
  cards: {
    address: '/app/cards',
    call: 'cards.documents',
    holds: (cards) => ({ cards, next: null }),
    row: (id, name) => sample(Card, { ...page, id, name }),
    menu: true,
    remove: 'cards.remove',
    many: 'cards.removeMany',
  },
  layouts: {
    address: '/app/layouts',
    call: 'layouts.documents',
    holds: (layouts) => ({ layouts, next: null }),
    row: (id, name) => sample(Layout, { ...page, id, name }),
    menu: true,
    remove: 'layouts.remove',
    many: 'layouts.removeMany',
  },
  media: {
    address: '/app/media-library',
    call: 'media.list',
    holds: (media) => ({ media: { media, folders: [] } }),
    row: (id, name) => sample(Media, { id, name, mimetype: 'image/png', url: `/media/file/${id}` }),
    remove: 'media.remove',
  },
  sources: {
    address: '/app/media-library/sources',
    call: 'sources.list',
    holds: (sources) => ({ sources }),
    row: (id, name) => sample(Source, { id, name }),
    remove: 'sources.remove',
  },
  storyboards: {
    address: '/app/storyboard',
    call: 'storyboards.list',
    holds: (storyboards) => ({ storyboards }),
    row: (id, name) => sample(Storyboard, { id, name, type: 'standard', mode: 'AUTO' }),
    remove: 'storyboards.remove',
    many: 'storyboards.removeMany',
  },
  screens: {
    address: '/app/devices',
    call: 'devices.list',
    holds: (devices) => ({ devices }),
    row: (id, name) => sample(Device, { id, name, connection: 'online' }),
    remove: 'devices.remove',
    many: 'devices.removeMany',
  },
  groups: {
    address: '/app/device-group',
    call: 'deviceGroups.list',
    holds: (devicesGroups) => ({ devicesGroups }),
    row: (id, name) =>
      sample(DeviceGroup, {
        ...{ id, name },
        schedule: { timezone: 'Etc/GMT-2', defaultStoryboardId: null, slots: [] },
      }),
    remove: 'deviceGroups.remove',
  },
  configurations: {
    address: '/app/device-configurations',
    call: 'deviceConfigurations.list',
    holds: (configurations) => ({ configurations }),
    row: (id, name) => sample(DeviceConfiguration, { id, name, type: 0, screenSize: 1 }),
    remove: 'deviceConfigurations.remove',
  },
  trash: {
    address: '/app/trash',
    call: 'trash.list',
    holds: (trash) => ({ trash, bytes: 0 }),
    row: (id, name) => sample(TrashItem, { id, name, kind: 'media', deletedAt: DAY, expiresAt: DAY }),
    remove: 'trash.remove',
    many: 'trash.removeMany',
  },
  alerts: {
    address: '/app/settings?tab=alerts',
    call: 'alerts.list',
    holds: (alerts) => ({ alerts }),
    row: (id, name) => sample(AlertRule, { id, name, report: null, quiet: null }),
    remove: 'alerts.remove',
  },
  sites: {
    address: '/app/settings?tab=sites',
    call: 'allowedSites.list',
    holds: (sites) => ({ sites }),
    row: (id, host) => sample(AllowedSite, { id, host }),
    unasked: true,
    remove: 'allowedSites.remove',
  },
}

/** The console at a list of four, whose server sends no events. */
function open({ address, call, holds, row, remove, many }: List) {
  let rows = NAMES.map((name) => ({ id: name.toLowerCase(), name }))
  const drop = (ids: readonly string[]) => {
    rows = rows.filter(({ id }) => !ids.includes(id))
  }
  const removed = ({ params }: { params: { id: string } }) => {
    drop([params.id])
    return { id: params.id }
  }
  const removedMany = ({ body: { ids } }: { body: { ids: string[] } }) => {
    drop(ids)
    return { done: ids, refused: [] }
  }
  const console = openConsole(
    address,
    {
      ...ONE_OF_EACH,
      [call]: () => holds(rows.map(({ id, name }) => row(id, name))),
      [remove]: removed,
      ...(many && { [many]: removedMany }),
    },
    { role: '0' },
  )
  return console
}

const shows = (name: string) => document.body.textContent?.includes(name)
const focusedRow = () => document.activeElement?.closest('[data-key]')?.textContent ?? ''

describe('after a deletion the list is loaded again, without events, and the focus stays near', () => {
  test.each(Object.entries(LISTS))('%s', async (_name, list) => {
    const console = open(list)
    await console.page().findAllByText(/Birch/)
    const before = console.server.named(list.call).length
    if (list.menu) await console.pick('More actions for Birch', 'Delete')
    else await console.press(/^(Delete|Remove) Birch/)
    if (!list.unasked) await (await dialog('DELETE')).press('DELETE')
    await waitFor(() => expect(console.server.named(list.remove)).toHaveLength(1))
    await waitFor(() => expect(console.server.named(list.call).length).toBeGreaterThan(before))
    await waitFor(() => expect(named('Birch')).toBe(false))
    await waitFor(() => expect(focusedRow()).toMatch(/Apple|Cedar/))
  })
})

/** The confirmation and its toast say the name too. */
const named = (name: string) =>
  [...document.querySelectorAll('[data-key]')].some(({ textContent }) => textContent?.includes(name))

describe('after a bulk deletion as well', () => {
  test.each(Object.entries(LISTS).filter(([, { many }]) => many))('%s', async (_name, list) => {
    const console = open(list)
    await console.page().findAllByText(/Birch/)
    for (const name of ['Birch', 'Cedar']) await console.click('checkbox', new RegExp(`^Select ${name}`))
    await waitFor(() => expect(shows('2 selected')).toBe(true))
    const before = console.server.named(list.call).length
    await console.press('Delete')
    await (await dialog('DELETE')).press('DELETE')
    await waitFor(() => expect(console.server.named(list.many ?? '')).toHaveLength(1))
    await waitFor(() => expect(console.server.named(list.call).length).toBeGreaterThan(before))
    await waitFor(() => expect(named('Birch') || named('Cedar')).toBe(false))
    await waitFor(() => expect(shows('2 selected')).toBe(false))
    await waitFor(() => expect(focusedRow()).toMatch(/Apple|Daisy/))
  })
})
