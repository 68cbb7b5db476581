/**
 * Decodes text by its byte order mark, else the header, else as UTF-8; invalid UTF-8 is read in `legacy`, which accepts
 * any bytes.
 */
export function decodeText(bytes: Uint8Array, contentType: string, legacy = 'windows-1252'): string {
  const wide = wideEncoding(bytes)
  // Drops half a character at the end, where a file was truncated.
  if (wide) return new TextDecoder(wide).decode(bytes.subarray(0, bytes.length & ~1))
  const named = /charset="?([\w-]+)/i.exec(contentType)?.[1]
  for (const [label, fatal] of [
    [named ?? 'utf-8', true],
    [legacy, false],
  ] as const)
    try {
      return new TextDecoder(label, { fatal }).decode(bytes)
    } catch {
      // An unknown label, or bytes in a different encoding.
    }
  return new TextDecoder().decode(bytes)
}

/** UTF-16 by its byte order mark, or by zeros next to its first two letters, which other encodings don't have. */
function wideEncoding([first, second, third, fourth]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first && second === 0 && third && fourth === 0) return 'utf-16le'
  if (first === 0 && second && third === 0 && fourth) return 'utf-16be'
  return undefined
}
