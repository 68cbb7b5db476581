// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { AuditEntry } from '@vitrine/contract/api/operations/audit'
import { expect, test } from 'vitest'
import { localDay } from '#lib/text/local-day.ts'
import { named, openConsole, setUpConsole } from './console-window.tsx'
import { ONE_OF_EACH, sample } from './samples.ts'

setUpConsole()

const change = (field: string, before: string | null, after: string) => ({ field, before, after })
const entry = sample(AuditEntry, {
  id: 'e1',
  at: '2026-01-05T08:00:00.000Z',
  actor: { kind: 'person', id: 'ada', name: 'Ada Lund' },
  verb: 'switch',
  kind: 'device',
  thing: { id: 'v1', name: 'Window' },
  count: 1,
  changes: [change('overrideEnd', null, 'next-slot'), change('type', '0', '2'), change('name', 'TV', '0')],
})
const open = (address: string) =>
  openConsole(address, { ...ONE_OF_EACH, 'audit.list': { entries: [entry], next: null } })

test('entries say values in the words of the console, and names as they are', async () => {
  const { page } = open('/app/audit')
  await page().findByText('The next change in the schedule')
  const values = [...document.querySelectorAll('dd')].map(({ textContent }) => textContent)
  expect(values).toEqual(['The next change in the schedule', 'TVTouch', 'TV0'])
})

test('Yesterday is one choice, which fills the labeled dates', async () => {
  const { choose, field, server } = open('/app/audit')
  await choose('Any time', 'Yesterday')
  const day = localDay(Date.now(), 1)
  await waitFor(async () => expect(await field('From')).toHaveProperty('value', day))
  expect(await field('Until')).toHaveProperty('value', day)
  await waitFor(() =>
    expect(server.named('audit.list').at(-1)?.query.from).toBe(String(new Date(`${day}T00:00`).getTime())),
  )
})

test.each(['history', 'who changed', 'log'])('the palette finds the audit log by “%s”', async (search) => {
  const console = open('/app/dashboard')
  await console.find('link', 'Dashboard')
  await console.user.keyboard('{Control>}k{/Control}')
  await console.user.type(await console.page().findByRole('combobox', { name: 'Command palette' }), search)
  await waitFor(() =>
    expect(named('option', /./).map(({ textContent }) => textContent)).toContain('Audit log'),
  )
})
