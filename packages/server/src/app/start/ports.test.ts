import { expect, it } from 'vitest'
import { PassingStartError, StartError } from '#lib/env.ts'
import { listen } from './ports.ts'

it.each([
  ['EADDRINUSE', true, /Port 80 is in use/],
  ['EACCES', false, /isn't allowed to use port 80\. Choose a port above 1023/],
  ['EADDRNOTAVAIL', true, /isn't an address of this machine/],
  ['ENOTFOUND', true, /there is no such host/],
  ['EAI_AGAIN', true, /there is no such host/],
  ['EAFNOSUPPORT', false, /IPv6 is off/],
  ['EINVAL', false, /Can't listen on host, port 80: no/],
])('%s: a start is tried again only where it may succeed: %s', async (code, isPassing, words) => {
  const server = { listen: () => Promise.reject(Object.assign(new Error('no'), { code })) }
  const found = await listen(server as never, 'host', 80).catch((error: unknown) => error)
  expect(found).toBeInstanceOf(StartError)
  expect(found instanceof PassingStartError).toBe(isPassing)
  expect((found as Error).message).toMatch(words)
})
