// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/dom'
import { AllowedSite } from '@vitrine/contract/api/accounts/allowed-sites'
import { Licence } from '@vitrine/contract/api/accounts/licences'
import { AlertMessage, AlertRule, AlertRuleInput } from '@vitrine/contract/api/operations/alerts'
import { DrillStatus } from '@vitrine/contract/api/operations/backups'
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
    lacksGroup: false,
    ...{ firstSeenAt: '2026-11-20T02:30:00.000Z', lastSeenAt: '2026-11-20T02:30:00.000Z', ...fields },
  })

describe('unknown screens', () => {
  test('one that proves its organization and has a name is reconnected with one click', async () => {
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

  test('all that need no decision are reconnected with one click, after a summary of the effects', async () => {
    const screen = { width: 1080, height: 1920, touch: true, userAgent: '', deviceGroupId: 'g1' }
    const { press, server } = openConsole('/app/devices', {
      ...ONE_OF_EACH,
      'deviceGroups.list': {
        devicesGroups: [sample(DeviceGroup, { id: 'g1', name: 'Harbor', organizationId: 'bakery' })],
      },
      'licences.list': {
        licences: [
          sample(Licence, { organizationId: 'bakery', devicesCount: 9, usedDevices: 8, expiresAt: null }),
        ],
      },
      'unknownScreens.list': {
        screens: [
          unknownScreen({ screen }),
          unknownScreen({ id: 'u2', name: 'Jetty', screen }),
          unknownScreen({ id: 'u3', name: '' }),
        ],
      },
      'unknownScreens.takeBackMany': {
        done: ['u1'],
        refused: [{ id: 'u2', errKey: 'NO_LICENCE_SEAT', message: 'All seats are in use.' }],
      },
    })
    await press('Reconnect all…')
    const { element, press: pressThere } = await dialog('Reconnect 2 screens')
    await waitFor(() => expect(element.textContent).toContain('Harbor: 2 screens'))
    await waitFor(() => expect(element.textContent).toContain('1 of them has no free license seat'))
    expect(element.textContent).toContain('1 other screen stays in the list')
    await pressThere('Reconnect 2 screens')
    await waitFor(() => expect(element.textContent).toContain("1 screen wasn't reconnected:Jetty"))
    expect(server.named('unknownScreens.takeBackMany')[0]?.body).toEqual({ ids: ['u1', 'u2'] })
    // Only the failures are retried.
    await pressThere('Reconnect 1 screen')
    await waitFor(() => expect(server.named('unknownScreens.takeBackMany')).toHaveLength(2))
    expect(server.named('unknownScreens.takeBackMany')[1]?.body).toEqual({ ids: ['u2'] })
  })

  test.each([
    ['proves nothing', { organizationId: null, organizationName: null }],
    ['has no name', { name: '' }],
    ['replaces another player', { replaces: 'Mole' }],
    ['plays a group that is gone', { lacksGroup: true }],
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

  test('names the takeover that ends with it', async () => {
    expect(await asked([takeover({})])).toContain(words)
  })

  test.each([
    ['of other groups', takeover({ targets: { kind: 'groups', ids: ['g2'] } })],
    ['of every screen', takeover({ targets: { kind: 'all' } })],
    ['that has ended', takeover({ isActive: false })],
  ])('does not mention a takeover %s', async (_what, one) => {
    expect(await asked([one])).not.toContain('ends the emergency takeover')
  })

  test('does not mention it if the group has no screens', async () => {
    const empty = { ...group, delivery: { ...group.delivery, screens: 0 } }
    expect(await asked([takeover({})], [empty])).not.toContain('ends the emergency takeover')
  })
})

describe('the dashboard of a super admin', () => {
  test('links from a failed backup and damaged files to their settings', async () => {
    openConsole(
      '/app/dashboard',
      {
        ...ONE_OF_EACH,
        'backups.list': {
          ...{
            location: '/data/backups',
            sameDisk: false,
            withoutPlays: false,
            nextAt: null,
            keep: 7,
            running: false,
          },
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
              ...{ repairedAt: null, repairedFrom: null, media: [], screens: [] },
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

test('admins allow sites and remove them from the list', async () => {
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

const rule = sample(AlertRule, {
  ...{ id: 'r1', name: 'Night shift', causes: ['offline'], minutes: 10, emails: ['it@example.com'] },
  ...{
    webhook: 'https://hooks.example.com/x',
    webhookSecret: 'abc123',
    quiet: null,
    report: null,
    version: 3,
  },
})
const message = sample(AlertMessage, {
  ...{ id: 'm1', rule: 'Night shift', title: '12 screens in Building A are offline', status: 'waiting' },
  ...{ error: 'The webhook returned status 500', recipient: rule.webhook, at: '2026-11-20T02:30:00.000Z' },
})
const alertAnswers = {
  'alerts.list': { alerts: [rule], total: 1 },
  'alerts.messages': { messages: [message], total: 1 },
  'alerts.create': { alert: rule },
  'alerts.update': { alert: rule },
  'alerts.test': { sent: 2 },
}
const openAlerts = () => openConsole('/app/settings?tab=alerts', alertAnswers)

test('the form has a field for every property of a rule', async () => {
  const { press, server } = openAlerts()
  await press('Add alert')
  const form = await dialog('Add alert')
  await form.fill(/^Name/, 'Day shift')
  await form.click('checkbox', /^Quiet hours/)
  await form.click('checkbox', /^Send a report/)
  await form.click('checkbox', 'Failed backups (of the whole server)')
  await form.fill(/^Webhook/, 'https://chat.example.com/in')
  await form.press('Save')
  await waitFor(() => expect(server.named('alerts.create')).toHaveLength(1))
  const body = server.named('alerts.create')[0]?.body as AlertRuleInput
  expect(body).toMatchObject({
    name: 'Day shift',
    causes: ['offline', 'behind', 'dark', 'backup'],
    minutes: 10,
    emails: [expect.stringContaining('@')],
    webhook: 'https://chat.example.com/in',
    quiet: { from: '10:00 PM', to: '07:00 AM', timezone: expect.any(String) },
    report: { every: 'week', timezone: expect.any(String) },
  })
  const notFromForms = ['organizationId', 'version']
  expect(Object.keys(body).sort()).toEqual(
    Object.keys(AlertRuleInput.shape)
      .filter((key) => !notFromForms.includes(key))
      .sort(),
  )
})

test('a rule keeps its version, and shows its webhook secret', async () => {
  const { press, server } = openAlerts()
  await press('Edit Night shift')
  const form = await dialog('Edit alert')
  await screen.findByText('abc123')
  await form.fill(/^Name/, 'Nights')
  await form.press('Save')
  await waitFor(() => expect(server.named('alerts.update')).toHaveLength(1))
  expect(server.named('alerts.update')[0]).toMatchObject({
    params: { id: 'r1' },
    body: { name: 'Nights', emails: ['it@example.com'], version: 3 },
  })
})

test('a test alert can be sent, and the last messages show failures', async () => {
  const { press, server } = openAlerts()
  await screen.findByText('12 screens in Building A are offline')
  await screen.findByText(/The webhook returned status 500. The server will try again/)
  await press('Send a test of Night shift')
  await waitFor(() => expect(server.named('alerts.test')[0]).toMatchObject({ params: { id: 'r1' } }))
})

test('an organization sets the language of its screens, with an example', async () => {
  const { press, server } = openConsole('/app/organization', ONE_OF_EACH, { role: '0' })
  await press(/^Edit/)
  const form = await dialog(/^Edit/)
  await form.choose('Language and country', 'German (Germany)')
  await form.choose('Clock', '12 hours (2:30 PM)')
  await screen.findByText(/ um \d+:\d\d\s[AP]M/)
  await form.press('Save')
  await waitFor(() => expect(server.named('organizations.update')).toHaveLength(1))
  expect(server.named('organizations.update')[0]).toMatchObject({
    body: { region: { language: 'de-DE', hours: '12', temperature: null, firstDay: null } },
  })
})

test('the browser of a machine, and the kiosk on it, are restarted and updated without a question', async () => {
  const [device] = ONE_OF_EACH['devices.list'].devices
  const facts = { ...device?.screen, panel: 'none' }
  const { press, server } = openConsole('/app/devices/d1', {
    ...ONE_OF_EACH,
    'devices.list': { devices: [{ ...device, id: 'd1', screen: facts }] },
    'devices.get': { device: { ...device, id: 'd1', screen: facts } },
    'devices.command': { state: 'done', text: '' },
  })
  await press('Restart browser')
  await screen.findByText('Restart browser: done')
  await press('Update kiosk setup')
  await screen.findByText('Update kiosk setup: done')
  expect(server.named('devices.command').map(({ body }) => body)).toEqual([
    { kind: 'restart-browser' },
    { kind: 'update-kiosk' },
  ])
})

test('a machine restarts only after a second click, and a click elsewhere cancels the first', async () => {
  const [device] = ONE_OF_EACH['devices.list'].devices
  const facts = { ...device?.screen, panel: 'on' }
  const { find, press, user, server } = openConsole('/app/devices/d1', {
    ...ONE_OF_EACH,
    'devices.list': { devices: [{ ...device, id: 'd1', screen: facts }] },
    'devices.get': { device: { ...device, id: 'd1', screen: facts } },
    'devices.command': { state: 'done', text: '' },
  })
  await press('Restart machine')
  await find('button', 'Really restart it?')
  await user.tab()
  await press('Restart machine')
  expect(server.named('devices.command')).toHaveLength(0)
  await press('Really restart it?')
  await waitFor(() => expect(server.named('devices.command')).toHaveLength(1))
  expect(server.named('devices.command')[0]?.body).toMatchObject({ kind: 'reboot' })
})

describe('a restore drill', () => {
  const restored = { takenAt: '2026-11-21T02:30:00.000Z', tables: 60, rows: 1234, files: 7, bytes: 5e6 }
  const open = (drill: Partial<DrillStatus>) =>
    openConsole(
      '/app/settings?tab=backups',
      {
        ...ONE_OF_EACH,
        'backups.drilled': sample(DrillStatus, {
          ...{ running: false, nextAt: '2026-11-29T05:30:00.000Z', finishedAt: '2026-11-22T05:31:00.000Z' },
          ...{ error: null, restored, ...drill },
        }),
        'backups.drill': { started: true },
      },
      { role: '0' },
    )

  test('the settings show what the last restore drill restored, and start another', async () => {
    const { press, server } = open({})
    await screen.findByText(/1,234 rows in 60 tables, 7 files/)
    expect(screen.getByText('The newest backup can be restored.')).toBeTruthy()
    await press('Try a restore now')
    await waitFor(() => expect(server.named('backups.drill')).toHaveLength(1))
  })

  test('the settings say why the last restore drill failed', async () => {
    open({ error: 'The key is missing.' })
    await screen.findByText('The last restore drill failed: The key is missing.')
    expect(screen.queryByText('The newest backup can be restored.')).toBeNull()
  })
})
