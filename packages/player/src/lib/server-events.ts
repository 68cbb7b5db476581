import { eventParser, type ServerEvent } from '@vitrine/contract/server-events'

/**
 * Parses server-sent events (HTML Living Standard §9.2.6) from a byte stream; comments only keep the connection
 * alive. Emits every event, calls `alive` for every chunk, and `onRetry` with the server's reconnection time in
 * milliseconds.
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
