import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'

/** In its own process: there, no other response is alive when the garbage collector runs. */
const script = (requests: number) => `
  import { createServer } from 'node:http'
  import { connect } from 'node:net'
  import { keptShapes } from ${JSON.stringify(new URL('./kept-shapes.ts', import.meta.url).href)}
  globalThis.shapes = keptShapes()
  let slow = 0
  const server = createServer((request, response) => {
    if (!%HasFastProperties(request) || !%HasFastProperties(response)) slow++
    response.end('{}')
  })
  server.listen(0, '127.0.0.1', async () => {
    const ask = () => new Promise((resolve) => {
      const socket = connect(server.address().port, '127.0.0.1').on('close', resolve).resume()
      socket.write('GET / HTTP/1.1\\r\\nhost: x\\r\\nconnection: close\\r\\n\\r\\n')
    })
    await Promise.all(Array.from({ length: ${requests} }, ask))
    await new Promise((resolve) => setTimeout(resolve, 100))
    for (let n = 0; n < 4; n++) gc()
    await Promise.all(Array.from({ length: 10 }, ask))
    console.log(slow)
    process.exit()
  })
`

// V8 decides on the layout of a class after the first few objects: without kept ones, it is lost after six.
it.each([5, 6, 7])('responses keep their layout after a full collection that follows %i', (requests) => {
  const flags = ['--allow-natives-syntax', '--expose-gc', '--input-type=module', '--eval', script(requests)]
  expect(execFileSync(process.execPath, flags, { encoding: 'utf8' }).trim()).toBe('0')
})
