/**
 * Responds with a stored file, whole or in part (RFC 9110 §14). Slicing a blob costs nothing; its bytes are read from
 * disk during playback.
 */
export function answerWithRange(
  file: ArrayBuffer | Blob,
  range: string | null,
  more: Record<string, string>,
): Response {
  const headers = { ...more, 'Accept-Ranges': 'bytes' }
  const size = file instanceof Blob ? file.size : file.byteLength
  const asked = range === null ? undefined : parseRange(range, size)
  if (asked === undefined)
    return new Response(file, { headers: { ...headers, 'Content-Length': String(size) } })
  if (asked === 'unsatisfiable')
    return new Response(null, { status: 416, headers: { 'Content-Range': `bytes */${size}` } })
  const { start, end } = asked
  return new Response(file.slice(start, end + 1), {
    status: 206,
    headers: {
      ...headers,
      'Content-Length': String(end - start + 1),
      'Content-Range': `bytes ${start}-${end}/${size}`,
    },
  })
}

/**
 * The first and last byte of a single range; `undefined` if the header may be ignored (several ranges, other units).
 */
export function parseRange(
  text: string,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | undefined {
  const found = /^bytes=(\d*)-(\d*)$/.exec(text.trim())
  if (!found) return undefined
  const [, first = '', last = ''] = found
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'unsatisfiable' : { start, end }
}
