/** Text by its byte order mark, else by the header, else UTF-8; what isn't valid UTF-8 is read as Windows-1252. */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  const [first, second] = bytes
  const mark =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : undefined
  const named = /charset="?([\w-]+)/i.exec(contentType)?.[1]
  for (const [label, fatal] of [
    [mark ?? named ?? 'utf-8', true],
    ['windows-1252', false],
  ] as const)
    try {
      return new TextDecoder(label, { fatal }).decode(bytes)
    } catch {
      // An unknown label, or bytes in a different encoding.
    }
  return new TextDecoder().decode(bytes)
}
