import { expect, it } from 'vitest'
import { Signal } from '#lib/signal.ts'
import { colorPage, contentOf, devicePart } from '#test/content.ts'
import { advance, partsOf, stage, stageOfEachTest } from '#test/stage.ts'
import { type ConnectedScreen, sessionFacts } from './session-facts.ts'

stageOfEachTest()

function facts(
  connection: Partial<{ isRefused: boolean; connected: boolean; heardAt: number }>,
  progress = { missing: 0, total: 3 },
) {
  const page = (id: string) => ({ page: colorPage(id, 'red'), seconds: 10 })
  const parts = partsOf(contentOf([{ id: 'Menu', items: [page('a'), page('b')] }]), 'Menu', devicePart())
  const { director, playback, clock } = stage(parts)
  const { isRefused = false, connected = true, heardAt } = connection
  const session = {
    library: {
      latest: { get: () => parts },
      ready: new Signal(parts),
      progress: new Signal({ ...progress, keptBytes: 0, totalBytes: 0 }),
    },
    playback,
    director,
    connection: { isRefused, connected: new Signal(connected), heardAt },
    device: () => parts.device?.body,
  } as unknown as ConnectedScreen
  return () => Object.fromEntries(sessionFacts(session, clock).map(({ label, value }) => [label, value]))
}

it('the service corner shows the screen, the storyboard and why it plays, and the number of stored files', async () => {
  const read = facts({ heardAt: 0 })
  await advance(12)
  expect(read()).toMatchObject({
    Screen: 'Lobby 1, Acme',
    Identity: 'd1',
    Playing: 'Menu, page 2 of 2, group default',
    Files: 'all 3 downloaded',
    Content: 'group 1, screen 1',
  })
})

it.each([
  [{ connected: true }, /^connected$/],
  [{ connected: false }, /^not connected$/],
  [{ connected: true, isRefused: true }, /doesn't know the screen.*Unknown screens$/],
])('with %j the service corner shows that it is %s', (connection, text) => {
  expect(facts(connection)().Connection).toMatch(text)
})

it('the service corner counts the seconds since the server responded, and the missing files', async () => {
  const heardAt = performance.now()
  const read = facts({ connected: false, heardAt }, { missing: 2, total: 3 })
  await advance(30)
  expect(read().Connection).toBe('not connected, last contact 30 s ago')
  expect(read().Files).toBe('1 of 3 downloaded')
})
