// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { WARNINGS, type Warning } from '@vitrine/contract/api/operations/system'
import { expect, test } from 'vitest'
import { openConsole, setUpConsole } from './console-window.tsx'
import { ONE_OF_EACH } from './samples.ts'

setUpConsole()

const warning = (kind: Warning['kind'], facts: Partial<Warning> = {}): Warning => ({
  ...{ kind, percent: 93, bytes: 2_000_000_000, at: '2026-11-20T02:30:00.000Z', name: 'collect-files' },
  ...{ reason: 'no such bucket', count: 2, seconds: 90, ...facts },
})
const system = {
  version: '1.2.3',
  node: '24.0.0',
  commit: '1a2b3c4d5e',
  platform: 'linux x64',
  startedAt: '2026-11-20T12:00:00.000Z',
  database: { kind: 'sqlite', version: '3.50.0', bytes: 5_000_000 },
  files: { kind: 'folder', bytes: 7_000_000_000 },
  disks: [{ holds: ['database', 'files'], total: 20e9, free: 2e9, percent: 93, status: 'low' }],
  clickhouse: { version: null },
  certificateEndsAt: '2026-12-01T00:00:00.000Z',
}
const answers = (warnings: Warning[]) => ({
  ...ONE_OF_EACH,
  'system.warnings': { warnings },
  'system.get': { system },
})
const shows = (text: string | RegExp) => waitFor(() => expect(document.body.textContent).toMatch(text))

test.each([
  ['0', '/app/settings?tab=system'],
  ['1', '/app/media-library?sort=largest'],
] as const)('a user with role %s sees a full disk above every page, with a link to %s', async (role, way) => {
  openConsole('/app/dashboard', answers([warning('disk-full')]), { role })
  await waitFor(() =>
    expect(document.querySelector('[role=alert]')?.textContent).toContain("The server's disk is full"),
  )
  await waitFor(() => {
    const link = [...document.querySelectorAll('a')].find((one) =>
      /disk is full/.test(one.getAttribute('aria-label') ?? ''),
    )
    expect(link?.getAttribute('href')).toBe(way)
  })
})

test('a disk that only runs low shows no banner', async () => {
  openConsole('/app/dashboard', answers([warning('disk-low')]), { role: '1' })
  await shows('disk is 93% full; 2.0 GB left')
  expect(document.querySelector('[role=alert]')).toBeNull()
})

test('the settings show every warning and running job to operators', async () => {
  openConsole('/app/settings?tab=system', answers(WARNINGS.map((kind) => warning(kind))), { role: '0' })
  for (const text of [
    'certificate expired on',
    'certificate expires on',
    'last backup failed: no such bucket',
    'last backup is from',
    'Deleting unused files failed: no such bucket',
    'clock jumped by 90 seconds',
    'differ by 90 seconds',
    '1.2.3 1a2b3c4d5e · Node 24.0.0 · linux x64',
    'SQLite 3.50.0 · 5.0 MB',
    "ClickHouse isn't available",
    '93% used, 2.0 GB of 20 GB free',
  ])
    await shows(text)
  expect(document.body.textContent).not.toMatch(/%\{|system\.warning/)
})

test('others neither see nor request it', async () => {
  const { server } = openConsole('/app/settings?tab=system', answers([warning('disk-full')]), { role: '2' })
  await shows('Copy diagnostics')
  expect(document.body.textContent).not.toContain('disk is full')
  expect(server.received.filter(({ name }) => name.startsWith('system.'))).toEqual([])
})

test.each([
  { mustVerifyEmail: true, permissions: ['media' as const], shown: true },
  { mustVerifyEmail: true, permissions: [], shown: false },
  { mustVerifyEmail: false, permissions: ['media' as const], shown: false },
])('the request to verify the address is shown to users whose uploads wait for it: %o', async (state) => {
  const { shown, ...person } = state
  openConsole('/app/settings?tab=verification', ONE_OF_EACH, { role: '2', emailVerified: false, ...person })
  await shows('Send verification email')
  expect(/Verify your address to upload media/.test(document.body.textContent)).toBe(shown)
  expect(/Until you verify your address/.test(document.body.textContent)).toBe(person.mustVerifyEmail)
})
