import { createServer } from 'node:http'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

test('G-031: workers and caches that an older console left behind are removed', { tag: '@alone' }, async ({
  server,
  console,
  page,
}) => {
  // A different app used this origin before.
  await server.cut()
  const old = createServer((request, response) => {
    const script = request.url === '/worker.js'
    response.setHeader('content-type', script ? 'text/javascript' : 'text/html')
    response.end(script ? 'self.addEventListener("fetch", () => {})' : 'An older console')
  })
  await new Promise<void>((resolve) =>
    old.listen(Number(new URL(server.consoleUrl).port), '127.0.0.1', resolve),
  )
  await console.open()
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/worker.js')
    await navigator.serviceWorker.ready
    await (await caches.open('old-console')).put('/old', new Response('old'))
  })
  const leftovers = () =>
    page.evaluate(async () => [
      (await navigator.serviceWorker.getRegistrations()).length,
      (await caches.keys()).length,
    ])
  expect(await leftovers()).toEqual([1, 1])
  await new Promise((resolve) => {
    old.close(resolve)
    old.closeAllConnections()
  })

  await server.start()
  await page.reload()
  await expect(console.field('Email')).toBeVisible()
  await expect.poll(leftovers).toEqual([0, 0])

  // Real addresses: the router has the hash, and a query of another program is dropped.
  for (const hash of ['', '#/nope/x', '?from=mail#/app/cards']) {
    await console.open(hash)
    await console.isAt('/auth/login')
  }
  expect(new URL(page.url()).search).toBe('')
})
