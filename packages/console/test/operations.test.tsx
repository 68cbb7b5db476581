// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { AllowedSite } from '@vitrine/contract/api/accounts/allowed-sites'
import { DeviceGroup } from '@vitrine/contract/api/screens/device-groups'
import { Takeover } from '@vitrine/contract/api/screens/takeovers'
import { UnknownScreen } from '@vitrine/contract/api/screens/unknown-screens'
import { describe, expect, test } from 'vitest'
import { dialog, openConsole, setUpConsole } from './console-window.tsx'
import { ONE_OF_EACH, sample } from './samples.ts'

setUpConsole()

const unknownScreen = (fields: Partial<UnknownScreen>) =>
  sample(UnknownScreen, {
    ...{ id: 'u1', deviceId: 'd1', organizationId: 'bakery', organizationName: 'Bakery', name: 'Pier' },
    ...{ firstSeenAt: '2026-11-20T02:30:00.000Z', lastSeenAt: '2026-11-20T02:30:00.000Z', ...fields },
  })

describe('unknown screens', () => {
  test('one that proves its organization and says its name is reconnected with one click', async () => {
    const { press, server } = openConsole('/app/devices', {
      ...ONE_OF_EACH,
      'unknownScreens.list': { screens: [unknownScreen({})] },
      'unknownScreens.takeBack': { id: 'd1' },
    })
    await press('Reconnect Pier')
    await waitFor(() => expect(server.named('unknownScreens.takeBack')).toHaveLength(1))
    expect(server.named('unknownScreens.takeBack')[0]).toMatchObject({
      params: { id: 'u1' },
      body: { name: 'Pier' },
    })
  })

  test.each([
    ['proves nothing', { organizationId: null, organizationName: null }],
    ['has no name', { name: '' }],
    ['replaces another player', { replaces: 'Mole' }],
  ])('one that %s is asked about first', async (_what, fields) => {
    const { press, server } = openConsole(
      '/app/devices',
      { ...ONE_OF_EACH, 'unknownScreens.list': { screens: [unknownScreen(fields)] } },
      { role: '0' },
    )
    await press(/^Reconnect/)
    await dialog(/^Reconnect/)
    expect(server.named('unknownScreens.takeBack')).toEqual([])
  })
})

describe('deleting a group', () => {
  const group = sample(DeviceGroup, {
    ...{
      id: 'g1',
      name: 'Shop front',
      schedule: { timezone: 'Etc/GMT-2', defaultStoryboardId: null, slots: [] },
    },
    delivery: { ...sample(DeviceGroup, {}).delivery, screens: 3 },
  })
  const takeover = (fields: Partial<Takeover>) =>
    sample(Takeover, {
      ...{ id: 't1', title: 'Fire drill', targets: { kind: 'groups', ids: ['g1'] }, isActive: true },
      ...{ startedAt: '2026-11-20T02:30:00.000Z', endsAt: Date.parse('2099-01-01T00:00:00Z'), ...fields },
    })
  const words = 'This ends the emergency takeover on the group’s screens: Fire drill'.replace('’', "'")
  const asked = async (takeovers: Takeover[], groups = [group]) => {
    const { press } = openConsole('/app/device-group', {
      ...ONE_OF_EACH,
      'deviceGroups.list': { devicesGroups: groups },
      'takeovers.list': { takeovers },
    })
    await press('Delete Shop front')
    await dialog('DELETE')
    return document.body.textContent
  }

  test('says which emergency takeover ends with it', async () => {
    expect(await asked([takeover({})])).toContain(words)
  })

  test.each([
    ['of other groups', takeover({ targets: { kind: 'groups', ids: ['g2'] } })],
    ['of every screen', takeover({ targets: { kind: 'all' } })],
    ['that has ended', takeover({ isActive: false })],
  ])('says nothing about a takeover %s', async (_what, one) => {
    expect(await asked([one])).not.toContain('ends the emergency takeover')
  })

  test('says nothing when the group has no screens', async () => {
    const empty = { ...group, delivery: { ...group.delivery, screens: 0 } }
    expect(await asked([takeover({})], [empty])).not.toContain('ends the emergency takeover')
  })
})

describe('the dashboard of a super admin', () => {
  test('leads from a failed backup and damaged files to their settings', async () => {
    openConsole(
      '/app/dashboard',
      {
        ...ONE_OF_EACH,
        'backups.list': {
          ...{ location: '/data/backups', sameDisk: false, nextAt: null, keep: 7, running: false },
          ...{
            problem: 'unreachable',
            error: 'No such bucket.',
            restoreError: null,
            restoring: null,
            backups: [],
          },
        },
        'backups.checked': {
          ...{ running: false, finishedAt: null, files: 2, databaseProblems: [] },
          damaged: [
            {
              ...{ sha256: 'a', problem: 'damaged', foundAt: '2026-11-20T02:30:00.000Z' },
              ...{ mendedAt: null, mendedFrom: null, media: [], screens: [] },
            },
          ],
        },
      },
      { role: '0' },
    )
    for (const text of [/backup location.*No such bucket/, /1 stored file is damaged or missing/])
      await waitFor(() => {
        const link = [...document.querySelectorAll('a')].find((one) =>
          text.test(one.getAttribute('aria-label') ?? ''),
        )
        expect(link?.getAttribute('href')).toBe('/app/settings?tab=backups')
      })
  })
})

const site = (host: string) => sample(AllowedSite, { id: host, host })
const siteAnswers = {
  'allowedSites.list': { sites: [site('example.org')] },
  'allowedSites.add': { site: site('dashboard.example.com') },
  'allowedSites.remove': { id: 'example.org' },
}

test('administrators allow sites and take them off the list', async () => {
  const { press, server, fill } = openConsole('/app/settings?tab=sites', siteAnswers)
  await fill('Website', 'https://dashboard.example.com/d/1')
  await press('Allow website')
  await waitFor(() => expect(server.named('allowedSites.add')).toHaveLength(1))
  expect(server.named('allowedSites.add')[0]).toMatchObject({ body: { host: 'dashboard.example.com' } })
  await press('Remove example.org')
  await waitFor(() =>
    expect(server.named('allowedSites.remove')[0]).toMatchObject({ params: { id: 'example.org' } }),
  )
})
