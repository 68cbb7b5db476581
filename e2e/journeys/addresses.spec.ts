import { createServer } from 'node:http'
import { expect, test } from '#support/test.ts'

test.use({ shared: true })

test('R-001 R-002 R-003 R-004 R-005 R-008: without a session every address leads to the login', async ({
  console,
  page,
}) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request.url())
  })
  for (const hash of ['', '#/', '#/auth', '#/app', '#/app/cards', '#/nope/x', '#/app/nope']) {
    await console.open(hash)
    await console.isAt('/auth/login')
    await expect(console.field('Email')).toBeVisible()
  }
  expect(calls).toEqual([])
})

test('R-003 R-007 R-009 R-027: with a session the same addresses lead into the console', async ({
  server,
  console,
  page,
}) => {
  const { credentials } = await server.organization('Corner bakery')
  await console.openAs(credentials)
  for (const hash of ['', '#/auth', '#/auth/login', '#/app', '#/nope/x', '#/app/storyboard/foo/create']) {
    await console.open(hash)
    await console.isAt('/app/dashboard')
    await console.title('Dashboard')
  }
  expect(new URL(page.url()).pathname).toBe('/')
  await console.open('?from=mail#/app/buildings')
  await console.isAt('/app/buildings')
  expect(new URL(page.url()).search).toBe('')
})

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
})
