// @vitest-environment happy-dom
import { waitFor } from '@testing-library/dom'
import { EmailDomain } from '@vitrine/contract/api/accounts/identity-provider'
import { expect, test } from 'vitest'
import { openConsole, setUpConsole } from '#test/console-window.tsx'
import { eventStream } from '#test/event-stream.ts'
import { ONE_OF_EACH, sample } from '#test/samples.ts'

setUpConsole()

test('a domain that the operator confirms is shown as verified', async () => {
  const events = eventStream()
  let verifiedAt: string | null = null
  const { page } = openConsole('/app/settings?tab=login', {
    ...ONE_OF_EACH,
    'watch.stream': events.answer,
    'identityProvider.get': () => ({
      provider: null,
      domains: [sample(EmailDomain, { id: 'e1', domain: 'example.org', verifiedAt })],
      addresses: { redirect: '', logout: '', login: '' },
    }),
  })
  await page().findByText('example.org')
  const list = () => document.querySelector('ul[aria-label="Email domains"]')?.textContent
  await waitFor(() => expect(list()).toContain('Check'))
  events.send('hello', {})
  verifiedAt = '2026-01-05T08:00:00.000Z'
  events.send('edited', { topics: ['email-domains'] })
  await waitFor(() => expect(list()).not.toContain('Check'))
})
