import { type Channel, MESSAGE_BYTES, REQUEST_BYTES } from './channel.ts'

/** Requested but unread bytes: the most that a neighbor can make this screen keep in memory. */
const WINDOW_BYTES = 4 * REQUEST_BYTES
/** The minimum speed of a neighbor in bytes per second, and the waiting time after which it is checked. */
const LEAST_PER_SECOND = 125_000
const LOOK_MS = 8000

interface Wanted {
  sha256: string
  from: number
  size: number
}

/**
 * A file's bytes from `from` on, as a neighbor sends them. Fails if the neighbor is gone, too slow, or sends
 * unrequested data. Only the time spent waiting counts, because slow reading isn't the neighbor's fault.
 */
export function takeFile(channel: Channel, { sha256, from, size }: Wanted): ReadableStream<Uint8Array> {
  const arrived: Uint8Array[] = []
  let asked = from
  let received = from
  let read = from
  let failure: Error | undefined
  let wake: () => void = () => undefined
  let waited = 0
  let seen = from

  const fail = (why: string) => {
    failure ??= new Error(`Neighbor: ${why}`)
    wake()
  }
  const ask = () => {
    while (asked < size && asked - read < WINDOW_BYTES) {
      const to = Math.min(asked + REQUEST_BYTES, size)
      channel.send(JSON.stringify({ sha256, from: asked, to }))
      asked = to
    }
  }
  channel.onclose = () => fail('it left')
  channel.onmessage = ({ data }) => {
    const isFine = data instanceof ArrayBuffer && data.byteLength > 0 && data.byteLength <= MESSAGE_BYTES
    if (!isFine || received + data.byteLength > asked) return fail('it sent unrequested data')
    received += data.byteLength
    arrived.push(new Uint8Array(data))
    wake()
  }
  const wait = async () => {
    const began = performance.now()
    let timer: ReturnType<typeof setTimeout> | undefined
    await new Promise<void>((resolve) => {
      wake = resolve
      timer = setTimeout(resolve, LOOK_MS - waited)
    })
    clearTimeout(timer)
    waited += performance.now() - began
    if (waited < LOOK_MS) return
    if ((received - seen) / (waited / 1000) < LEAST_PER_SECOND) fail('it is too slow')
    waited = 0
    seen = received
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        ask()
        while (arrived.length === 0 && !failure && read < size) await wait()
        const bytes = arrived.shift()
        if (bytes) {
          read += bytes.length
          controller.enqueue(bytes)
          if (read === size) controller.close()
        } else if (failure) controller.error(failure)
        else controller.close()
      },
      cancel: () => channel.close(),
    },
    { highWaterMark: 0 },
  )
}
