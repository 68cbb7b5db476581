// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/dom'
import { Webhook } from '@vitrine/contract/api/operations/webhooks'
import { expect, test } from 'vitest'
import { dialog, openConsole, setUpConsole } from './console-window.tsx'
import { ONE_OF_EACH, sample } from './samples.ts'

setUpConsole()

const webhook = sample(Webhook, {
  ...{ id: 'w1', name: 'Chat', site: 'https://chat.example.com', topics: ['media'] },
  ...{ failingSince: null, pausedAt: null, version: 4 },
})
const open = (signingSecret: string | null) =>
  openConsole('/app/settings?tab=webhooks', {
    ...ONE_OF_EACH,
    'webhooks.list': { webhooks: [webhook] },
    'webhooks.update': { webhook, signingSecret },
  })

test('a webhook is edited without its address, which is not known', async () => {
  const { press, server } = open(null)
  await press('Edit Chat')
  const form = await dialog('Edit Chat')
  await form.fill(/^Name/, 'Ops chat')
  await form.press('Save')
  await waitFor(() => expect(server.named('webhooks.update')).toHaveLength(1))
  expect(server.named('webhooks.update')[0]).toMatchObject({ params: { id: 'w1' } })
  expect(server.named('webhooks.update')[0]?.body).toEqual({
    name: 'Ops chat',
    topics: ['media'],
    version: 4,
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('an address at another site shows the new key once', async () => {
  const { press, server } = open('whsec_new')
  await press('Edit Chat')
  const form = await dialog('Edit Chat')
  await form.fill(/^New address/, 'https://other.example.com/in')
  await form.press('Save')
  await waitFor(() =>
    expect(server.named('webhooks.update')[0]?.body).toMatchObject({
      address: 'https://other.example.com/in',
    }),
  )
  await dialog('The webhook has a new signing key')
  await screen.findByDisplayValue('whsec_new')
  await press('Done')
  await waitFor(() => expect(screen.queryByDisplayValue('whsec_new')).toBeNull())
})

test('the settings lead to passkeys and the second factor, which are under Profile', async () => {
  open(null)
  const links = ['Passkeys', 'Second factor'].map((name) => screen.findByRole('link', { name }))
  expect((await Promise.all(links)).map((link) => link.getAttribute('href'))).toEqual([
    '/app/profile#passkeys',
    '/app/profile#second-factor',
  ])
})
