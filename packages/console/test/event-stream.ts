/** An event stream that a test sends on: `answer` answers `watch.stream`. */
export function eventStream() {
  let line: ReadableStreamDefaultController<Uint8Array> | undefined
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => {
      line = controller
    },
  })
  return {
    answer: () => new Response(stream, { headers: { 'content-type': 'text/event-stream' } }),
    send: (name: string, data: object) =>
      line?.enqueue(new TextEncoder().encode(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)),
  }
}
