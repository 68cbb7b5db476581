/** One event of a stream of server-sent events. */
export interface ServerEvent {
  name: string
  data: string
}

/**
 * Splits the text of server-sent events (HTML Living Standard §9.2.6), in chunks of any size, into events. Skips
 * comments. `onRetry` gets the server's reconnection delay in milliseconds.
 */
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
