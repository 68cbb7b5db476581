import type { Licence } from '@vitrine/contract/api/accounts/licences'
import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import type { Failing } from '@vitrine/contract/api/data/widget-data'
import {
  BACKUP_PROBLEMS,
  type BackupStatus,
  type CheckStatus,
} from '@vitrine/contract/api/operations/backups'
import type { Warning } from '@vitrine/contract/api/operations/system'
import i18next from 'i18next'
import { describe, expect, it } from 'vitest'
import { dateText } from '#lib/text/format.ts'
import enUs from '#locales/en-us.json'
import { failingText } from './failing-text.ts'
import { needsOf } from './needs.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const licence = (expiresAt: string | null, usedDevices = 1) =>
  ({ id: 'l', number: 'L-1', devicesCount: 10, usedDevices, expiresAt }) as Licence
const storyboard = (status: Storyboard['status'], updatedAt: string) =>
  ({ id: updatedAt, name: 'Lunch', status, updatedAt }) as Storyboard

const kinds = (facts: Partial<Parameters<typeof needsOf>[0]>) =>
  needsOf({
    storyboards: [],
    states: {},
    licences: [],
    organizations: [],
    warnings: [],
    forecast: undefined,
    backups: undefined,
    check: undefined,
    now: NOW,
    ...facts,
  }).map(({ kind }) => kind)

describe('what needs attention', () => {
  it('lists screens by state, also a single one', () => {
    const screens = { offline: 3, late: 1, blank: 2, panel: 1, behind: 1, never: 9, unassigned: 4 }
    const states = { ...screens, untaken: 1, astray: 1, switched: 2, differs: 12, right: 3, unknown: 12 }
    expect(kinds({ states })).toEqual([
      ...['untaken', 'offline', 'unassigned', 'blank', 'astray', 'panel', 'late', 'behind', 'switched'],
      'never',
    ])
    expect(kinds({ states: { offline: 2, late: 2 } })).toEqual(['late'])
  })

  it('lists a player update that the server stopped, not one that a user stopped', () => {
    const stopped = (decidedBy: string | null) => ({ status: 'stopped', decidedBy }) as never
    expect(kinds({ update: stopped(null) })).toEqual(['update-stopped'])
    expect(kinds({ update: stopped('Ada Admin') })).toEqual([])
    expect(kinds({ update: { status: 'running', decidedBy: null } as never })).toEqual([])
  })

  it('names screens that will have nothing to show, content that will be replaced, and content that ends soon', () => {
    const gap = (kind: 'nothing' | 'replaced') => ({ kind }) as never
    const forecast = { gaps: [gap('replaced'), gap('nothing')], ending: [{} as never] }
    expect(kinds({ forecast, states: { offline: 1, late: 1 } })).toEqual([
      'nothing',
      'replaced',
      'ending',
      'late',
    ])
  })

  const load = (more: Partial<Failing> = {}): Failing => ({
    ...{ kind: 'feed', address: 'https://news.example.org/rss', name: 'news.example.org/rss' },
    ...{ since: NOW - 3_600_000, reason: 'This address returned status 500' },
    uses: [{ kind: 'layout', id: 'l', name: 'Lobby' }],
    ...more,
  })

  it('lists live data that fails to load, before what will change', () => {
    const gap = (kind: 'nothing' | 'replaced') => ({ kind }) as never
    const forecast = { gaps: [gap('replaced'), gap('nothing')], ending: [] }
    expect(kinds({ forecast, failing: [load(), load({ kind: 'weather' })] })).toEqual([
      'nothing',
      'failing',
      'failing',
      'replaced',
    ])
  })

  it('says which feed, place, or data source fails, where, since when, and why', async () => {
    const texts = i18next.createInstance()
    const t = await texts.init({
      ...{ lng: 'en-us', lowerCaseLng: true, resources: { 'en-us': { translation: enUs } } },
      interpolation: { prefix: '%{', suffix: '}', escapeValue: false },
    })
    const since = dateText(NOW - 3_600_000, 'moment')
    const card = { kind: 'card' as const, id: 'c', name: 'Menu' }
    expect([
      failingText(t, load()),
      failingText(t, load({ kind: 'weather', name: 'Cairo', uses: [card, ...load().uses] })),
      failingText(t, load({ kind: 'source', name: 'Prices', uses: [card] })),
    ]).toEqual([
      `News feed \u2068news.example.org/rss\u2069 on Lobby hasn't loaded since ${since}: This address returned status 500`,
      `Weather for Cairo on Menu and other pages hasn't loaded since ${since}: This address returned status 500`,
      `Data source Prices on Menu hasn't loaded since ${since}: This address returned status 500`,
    ])
  })

  it('lists nothing while all is well', () => {
    expect(
      kinds({
        states: { playing: 1 },
        licences: [licence(null), licence('2027-06-01')],
        storyboards: [
          storyboard('approved', '2026-11-01T00:00:00Z'),
          storyboard('rejected', '2020-01-01T00:00:00Z'),
        ],
      }),
    ).toEqual([])
  })

  it('lists offline screens before late ones, and those before screens that never connected', () => {
    expect(
      kinds({
        states: { never: 1, offline: 1, behind: 1 },
        storyboards: [storyboard('pending', '2026-11-20T00:00:00Z')],
      }),
    ).toEqual(['offline', 'pending', 'behind', 'never'])
  })

  it('lists what stops the server first, then what will stop it, then mere warnings', () => {
    const warning = (kind: Warning['kind']) => ({ kind, name: null }) as Warning
    expect(
      kinds({
        states: { offline: 1 },
        storyboards: [storyboard('pending', '2026-11-20T00:00:00Z')],
        warnings: [warning('disk-low'), warning('disk-full'), warning('backup-failed')],
      }),
    ).toEqual(['server-bad', 'server-bad', 'offline', 'pending', 'server-warn'])
  })

  const backups = (problem: BackupStatus['problem'], restoreError: string | null = null) =>
    ({ problem, error: null, restoreError }) as BackupStatus
  const check = (repaired: (string | null)[], databaseProblems: string[] = []) =>
    ({ databaseProblems, damaged: repaired.map((repairedAt) => ({ repairedAt })) }) as CheckStatus

  it.each(BACKUP_PROBLEMS)('names the problem of backups: %s', (problem) => {
    const isUrgent = ['failed', 'incomplete', 'unreachable'].includes(problem)
    expect(kinds({ backups: backups(problem) })).toEqual([isUrgent ? 'backups-bad' : 'backups-warn'])
  })

  it('lists a failed restore, damaged files that are not repaired yet, and a damaged database', () => {
    expect(kinds({ backups: backups(null), check: check([]) })).toEqual([])
    expect(kinds({ backups: backups(null, 'disk full') })).toEqual(['restore-failed'])
    expect(kinds({ check: check(['2026-11-20T00:00:00Z']) })).toEqual([])
    expect(kinds({ check: check(['2026-11-20T00:00:00Z', null]) })).toEqual(['files-damaged'])
    expect(kinds({ check: check([], ['malformed page', 'another']) })).toEqual(['database-damaged'])
  })

  it('lists each of them once, although the server also warns about their jobs', () => {
    const warnings = [
      { kind: 'backup-failed', name: 'backup' },
      { kind: 'files-damaged' },
      { kind: 'job-failed', name: 'collect-files' },
    ] as Warning[]
    expect(kinds({ warnings })).toEqual(['server-bad', 'server-bad', 'server-warn'])
    expect(kinds({ warnings, backups: backups('failed'), check: check([null]) })).toEqual([
      'files-damaged',
      'backups-bad',
      'server-warn',
    ])
    expect(kinds({ warnings, backups: backups(null), check: check([]) })).toEqual(['server-warn'])
  })

  it.each([
    ['2026-11-20', ['licence-over']],
    ['2026-11-21', ['licence-ends']],
    ['2026-12-21', ['licence-ends']],
    ['2026-12-22', []],
  ])('speaks of a licence that ends on %s: %j', (expiresAt, expected) => {
    expect(kinds({ licences: [licence(expiresAt)] })).toEqual(expected)
  })

  it('lists a licence with nine of ten seats taken, and storyboards unchanged for 90 days', () => {
    expect(kinds({ licences: [licence(null, 8)] })).toEqual([])
    expect(kinds({ licences: [licence(null, 9)] })).toEqual(['licence-full'])
    // A new screen takes a free seat of any license.
    expect(kinds({ licences: [licence(null, 10), licence(null, 0)] })).toEqual([])
    const [full, ended, other] = [licence(null, 10), licence('2026-11-20', 0), licence(null, 0)]
    expect(kinds({ licences: [full, ended] })).toEqual(['licence-over', 'licence-full'])
    expect(kinds({ licences: [full, { ...other, organizationId: 'other' }] })).toEqual(['licence-full'])
    expect(kinds({ storyboards: [storyboard('approved', '2026-08-23T12:00:00Z')] })).toEqual(['old'])
  })
})

it.each([
  [79, []],
  [80, ['storage-low']],
  [94, ['storage-low']],
  [95, ['storage-full']],
  [120, ['storage-full']],
])('speaks of a library that holds %d of 100 MB: %j', (megabytes, expected) => {
  const storage = { used: megabytes * 2 ** 20, ownMb: null, limitMb: 100, exports: 0 }
  const organization = { id: 'o', name: 'Bakery', storage }
  expect(kinds({ organizations: [organization as never] })).toEqual(expected)
  const unlimited = { ...organization, storage: { ...storage, limitMb: null } }
  expect(kinds({ organizations: [unlimited as never] })).toEqual([])
})
