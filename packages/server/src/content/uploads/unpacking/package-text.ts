// The content origin serves text as UTF-8, so text in other encodings is converted when a package is unpacked.
import { isUtf8 } from 'node:buffer'

/** Larger files aren't text of a page; browsers would take seconds for them. */
export const TEXT_MAX = 16 * 2 ** 20

type Declared = (head: string) => string | undefined

/** Browsers read a page's declaration in its first 1,024 bytes; the others must be first. */
const HEAD = 1024
const ofMeta: Declared = (head) => {
  const tags = head.replace(/<!--.*?(-->|$)/gs, '').match(/<meta[^<>]+/gi) ?? []
  return tags.flatMap((tag) => /charset\s*=\s*(?:["']\s*)?([\w:.-]+)/i.exec(tag)?.[1] ?? [])[0]
}
const ofXml: Declared = (head) => /^<\?xml[^>]*?encoding\s*=\s*["']([\w:.-]+)/.exec(head)?.[1]
const ofCss: Declared = (head) => /^@charset "([^"]+)";/.exec(head)?.[1]

/** How a text file declares its encoding, by extension. JSON, modules, and what scripts fetch are always UTF-8. */
const DECLARATIONS: Readonly<Record<string, Declared>> = {
  html: ofMeta,
  htm: ofMeta,
  xhtml: ofXml,
  xml: ofXml,
  svg: ofXml,
  css: ofCss,
  js: () => undefined,
}

const endingOf = (key: string): string => /\.([a-z]+)$/.exec(key)?.[1] ?? ''

export const isPage = (key: string): boolean => /^html?$/.test(endingOf(key))
export const isText = (key: string): boolean => Object.hasOwn(DECLARATIONS, endingOf(key))

/**
 * A text file as browsers read it from a disk: by its byte order mark, else as declared, else as UTF-8 if it is, else as
 * `fallback` says, which is the encoding of the page that loads it.
 */
export async function asUtf8(
  key: string,
  bytes: Buffer,
  fallback: string | undefined,
): Promise<{ text: Buffer; encoding: string }> {
  const encoding = await encodingOf(key, bytes, fallback)
  if (encoding === 'utf-8') return { text: bytes, encoding }
  return { text: Buffer.from(decode(bytes, encoding)), encoding }
}

async function encodingOf(key: string, bytes: Buffer, fallback: string | undefined): Promise<string> {
  const mark = bytes.toString('latin1', 0, 3)
  if (mark === '\xef\xbb\xbf') return 'utf-8'
  if (mark.startsWith('\xff\xfe')) return 'utf-16le'
  if (mark.startsWith('\xfe\xff')) return 'utf-16be'
  const declared = known(DECLARATIONS[endingOf(key)]?.(bytes.toString('latin1', 0, HEAD)))
  // Read as ASCII, it can't be UTF-16 (HTML, 13.2.3.2).
  if (declared) return declared.startsWith('utf-16') ? 'utf-8' : declared
  if (isUtf8(bytes)) return 'utf-8'
  return fallback ?? (await guess(bytes))
}

/** The standard's name of an encoding (WHATWG), such as windows-1252 for latin1. */
function known(label: string | undefined): string | undefined {
  if (label === undefined) return undefined
  try {
    return new TextDecoder(label).encoding
  } catch {
    return undefined
  }
}

/** Bytes, enough to tell languages apart. */
const GUESSED = 2 ** 16

/** The likeliest encoding that can contain these bytes. Loaded only for the few packages that need it. */
async function guess(bytes: Buffer): Promise<string> {
  const { analyse } = await import('chardet')
  const some = bytes.subarray(0, GUESSED)
  const names = analyse(some).flatMap(({ name }) => known(name) ?? [])
  return names.find((name) => name !== 'utf-8' && !decode(some, name).includes('\ufffd')) ?? 'windows-1252'
}

/** Some versions of Node decode windows-1252 as ISO 8859-1, which has no euro sign and no quotes. */
function decode(bytes: Buffer, encoding: string): string {
  if (encoding !== 'windows-1252') return new TextDecoder(encoding).decode(bytes)
  return bytes
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (each) => WINDOWS[each.charCodeAt(0) - 0x80] ?? each)
}
const WINDOWS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'
