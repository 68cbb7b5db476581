import { eventParser, type ServerEvent } from '@vitrine/contract/server-events'

/**
 * Splits a byte stream of server-sent events (HTML Living Standard §9.2.6) into events; comments keep the line alive
 * and give nothing. Hands over every event, calls `alive` for every piece that arrives, and `onRetry` with the
 * milliseconds that the server asks a lost line to wait.
 */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  onEvent: (event: ServerEvent) => void,
  alive: () => void,
  onRetry: (milliseconds: number) => void,
): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const pending = eventParser(onEvent, onRetry)
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    alive()
    pending(decoder.decode(value, { stream: true }))
  }
}
