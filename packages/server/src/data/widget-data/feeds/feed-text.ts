import { decodeHTML } from 'entities'
import { parseFeed } from 'feedsmith'
import { plainText } from '#lib/text/plain-text.ts'

/** A feed as plain text. */
export interface FeedText {
  title: string
  /** `image`: URL of the item's first image. */
  items: { title: string; text?: string; at?: number; image?: string }[]
}

const ITEMS_MAX = 100
const TITLE_MAX = 500
const TEXT_MAX = 2000
/** Maximum characters of markup to search for an image. */
const MARKUP_MAX = 20_000

/** Reads RSS, Atom, RDF or JSON Feed. Throws for other documents, and for custom document types. */
export function readFeedText(bytes: Uint8Array, contentType: string): FeedText {
  const { feed } = parseFeed(withoutDoctype(decode(bytes, contentType)))
  const loose = feed as unknown as Loose
  const entries = listOf(loose.items ?? loose.entries)
  return {
    title: plain(loose.title, 300),
    items: entries.slice(0, ITEMS_MAX).map((entry) => itemOf(entry as Loose)),
  }
}

/** The formats name the same fields differently, and untrusted data can have any shape. */
type Loose = Record<string, unknown>
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function itemOf(entry: Loose): FeedText['items'][number] {
  const dublinCore = entry.dc as { dates?: unknown; date?: unknown } | undefined
  const body = entry.description ?? entry.summary ?? entry.content_text ?? entry.content_html ?? entry.content
  const date = entry.pubDate ?? entry.published ?? entry.updated ?? entry.date_published
  const at = Date.parse(String(date ?? listOf(dublinCore?.dates)[0] ?? dublinCore?.date ?? ''))
  const text = plain(body, TEXT_MAX)
  const title = plain(entry.title, TITLE_MAX) || text.slice(0, TITLE_MAX)
  const image = imageOf(entry, body)
  return {
    title,
    ...(text && text !== title && { text }),
    ...(Number.isFinite(at) && { at }),
    ...(image && { image }),
  }
}

/** An item's image: an enclosure, Media RSS, JSON Feed, or the first in its text. */
function imageOf(entry: Loose, body: unknown): string | undefined {
  const media = (entry.media ?? {}) as Loose
  const groups = [media, media.group, ...listOf(media.groups)].map((group) => (group ?? {}) as Loose)
  const enclosed = [...listOf(entry.enclosures), ...groups.flatMap(({ contents }) => listOf(contents))]
  const pictures = enclosed.filter((each) => {
    const { type, medium } = each as Loose
    return String(type ?? '').startsWith('image/') || medium === 'image'
  })
  const thumbnails = groups.flatMap(({ thumbnails }) => listOf(thumbnails))
  const markup = [body, entry.content, (entry.content as Loose | undefined)?.encoded, entry.content_html]
  const written = markup.map((text) => {
    const tag = typeof text === 'string' ? firstImage(text.slice(0, MARKUP_MAX)) : ''
    return decodeHTML(/\ssrc=["']([^"'<>]*)/i.exec(tag)?.[1] ?? '')
  })
  const named = [...pictures, ...thumbnails].map((each) => (each as Loose).url)
  const found = [...named, entry.image, entry.banner_image, ...written]
  return found.find((url): url is string => typeof url === 'string' && IMAGE_ADDRESS.test(url))
}

const IMAGE_ADDRESS = /^https?:\/\/[^\s"'<>]{3,1000}$/

/** The first image tag of a text; '' without one. */
function firstImage(markup: string): string {
  const start = markup.search(/<img\s/i)
  return start < 0 ? '' : (markup.slice(start, start + 2000).split('>', 1)[0] ?? '')
}

/** Plain text of a value, whatever its format writes it as. */
function plain(value: unknown, max: number): string {
  const text = typeof value === 'object' && value !== null ? (value as Loose).value : value
  return typeof text === 'string' ? plainText(text, max) : ''
}

/** Decodes by byte order mark, then the header, then the document's first line; else as UTF-8. */
function decode(bytes: Uint8Array, contentType: string): string {
  const head = Buffer.from(bytes.subarray(0, 300)).toString('latin1')
  const mark = /^\xff\xfe/.test(head) ? 'utf-16le' : /^\xfe\xff/.test(head) ? 'utf-16be' : undefined
  const named =
    /charset="?([\w-]+)/i.exec(contentType)?.[1] ?? /^<\?xml[^>]*encoding=["']([\w-]+)/.exec(head)?.[1]
  try {
    return new TextDecoder(mark ?? named ?? 'utf-8').decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

/** Old RSS names a public document type, which can be ignored; a custom one is never a feed. */
function withoutDoctype(text: string): string {
  const start = text.slice(0, 5000).search(/<!doctype/i)
  if (start < 0) {
    if (/<!(doctype|entity)/i.test(text)) throw new Error('A document type in the middle of a feed')
    return text
  }
  const end = text.indexOf('>', start)
  const type = text.slice(start, end + 1)
  if (end < 0 || type.includes('[') || /<!(doctype|entity)/i.test(text.slice(end)))
    throw new Error('A document type with declarations')
  return text.slice(0, start) + text.slice(end + 1)
}
