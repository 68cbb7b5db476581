export interface ServerEvent {
  name: string
  data: string
}

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

/** Takes text in any pieces. */
export function eventParser(
  onEvent: (event: ServerEvent) => void,
  onRetry: (milliseconds: number) => void = () => {},
): (text: string) => void {
  let rest = ''
  let name = ''
  let data: string[] = []
  return (text) => {
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) onEvent({ name: name || 'message', data: data.join('\n') })
        name = ''
        data = []
        continue
      }
      const colon = line.indexOf(':')
      const field = colon < 0 ? line : line.slice(0, colon)
      const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
      if (field === 'event') name = value
      if (field === 'data') data.push(value)
      if (field === 'retry' && /^\d+$/.test(value)) onRetry(Number(value))
    }
  }
}
