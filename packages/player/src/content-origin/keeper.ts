import type { BridgeAnswer, FromBridge, ToBridge } from '#downlink/package-bridge.ts'
import { watchFrames } from './blocked-frames.ts'
import { whenPainted } from './painted.ts'
import { watchTouches } from './touches.ts'

/**
 * A hidden page in the player, on the content origin. It starts that origin's service worker and relays the worker's file
 * requests to the player. It shares a process with the packages, so it answers the player only while they can run.
 */
async function keep(): Promise<void> {
  const { serviceWorker } = navigator
  serviceWorker.addEventListener('message', ({ data, ports }) => {
    if (data?.hash)
      send({ keeper: 'asks', hash: String(data.hash), path: String(data.path), bytes: data.bytes === true }, [
        ...ports,
      ])
  })
  serviceWorker.startMessages()
  const registration = await serviceWorker.register('/worker.js')
  if (!serviceWorker.controller) {
    const controlled = new Promise((resolve) =>
      serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    )
    registration.active?.postMessage('claim')
    await controlled
  }
  const { port1, port2 } = new MessageChannel()
  const answer = (given: BridgeAnswer) => port1.postMessage(given)
  port1.onmessage = ({ data }: MessageEvent<ToBridge>) => {
    watchFrames(data.frames, (path, host) => answer({ blocked: { path, host } }))
    if ('painted' in data) whenPainted(data.painted, () => answer({ id: data.id }))
    else {
      answer({})
      watchTouches((path, label) => answer({ touched: { path, label } }))
    }
  }
  send({ keeper: 'ready' }, [port2])
}

/** Any page that may frame this one can receive it, so it contains only file names. */
const send = (message: FromBridge, ports: MessagePort[] = []) => parent.postMessage(message, '*', ports)

send({ keeper: 'here' })
keep().catch((error: unknown) => send({ keeper: 'failed', reason: String(error) }))
