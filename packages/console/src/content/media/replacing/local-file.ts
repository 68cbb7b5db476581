import type { MediaKind } from '@vitrine/contract/api/content/media-kinds'
import { isFontFile } from '#content/media/upload/looks-playable.ts'
import { makeThumbnail } from '#content/media/upload/make-thumbnail.ts'

/** Timeout for measuring a file, in milliseconds. */
const PATIENCE = 5000

/** A chosen file that has not been uploaded. */
export interface LocalFile {
  file: File
  thumbnail: Blob
  /** In pixels; null for audio, packages and files that this browser can't open. */
  width: number | null
  height: number | null
  /** In seconds; null except for videos. */
  duration: number | null
}

/** Trusts the browser's MIME type; the server inspects the content. */
export function kindOfFile({ type, name }: Pick<File, 'type' | 'name'>): MediaKind {
  if (/zip/i.test(`${type}${name}`)) return 'package'
  if (type.startsWith('audio/')) return 'audio'
  if (isFontFile({ name })) return 'font'
  return type.startsWith('video/') || /\.(mkv|mov)$/i.test(name) ? 'video' : 'image'
}

export async function openFile(file: File): Promise<LocalFile> {
  const [thumbnail, measures] = await Promise.all([makeThumbnail(file), measure(file)])
  return { file, thumbnail, ...measures }
}

type Measures = Pick<LocalFile, 'width' | 'height' | 'duration'>
const UNKNOWN: Measures = { width: null, height: null, duration: null }

async function measure(file: File): Promise<Measures> {
  const kind = kindOfFile(file)
  if (kind === 'package' || kind === 'audio' || kind === 'font') return UNKNOWN
  if (file.type === 'image/svg+xml') {
    const root = new DOMParser().parseFromString(await file.text(), 'image/svg+xml').documentElement
    return ofDrawing((name) => root.getAttribute(name))
  }
  const address = URL.createObjectURL(file)
  const late = new Promise<Measures>((resolve) => setTimeout(resolve, PATIENCE, UNKNOWN))
  try {
    return await Promise.race([late, kind === 'video' ? ofVideo(address) : ofImage(address)])
  } catch {
    return UNKNOWN
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** Pixels of the units of an SVG's size; others depend on where it is shown. */
const UNITS: Record<string, number> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
}

/**
 * The size of an SVG, by its `viewBox` where it names none. Browsers report a made-up one.
 */
export function ofDrawing(attribute: (name: string) => string | null): Measures {
  const lengthOf = (name: string) => {
    const [, number = '', unit = ''] = /^\s*([\d.]+)([a-z]*)\s*$/.exec(attribute(name) ?? '') ?? []
    return Number.parseFloat(number) * (UNITS[unit] ?? Number.NaN) || undefined
  }
  const box = (attribute('viewBox') ?? '').trim().split(/[\s,]+/)
  const [boxWidth = 0, boxHeight = 0] = box.slice(2).map(Number)
  const [givenWidth, givenHeight] = [lengthOf('width'), lengthOf('height')]
  const width = givenWidth ?? ((givenHeight ?? boxHeight) * boxWidth) / boxHeight
  const height = givenHeight ?? (width * boxHeight) / boxWidth
  return width > 0 && height > 0
    ? { width: Math.round(width), height: Math.round(height), duration: null }
    : UNKNOWN
}

async function ofImage(address: string): Promise<Measures> {
  const image = new Image()
  image.src = address
  await image.decode()
  return { width: image.naturalWidth || null, height: image.naturalHeight || null, duration: null }
}

function ofVideo(address: string): Promise<Measures> {
  const video = document.createElement('video')
  video.preload = 'metadata'
  return new Promise((resolve, reject) => {
    video.addEventListener('error', () => reject(new Error('Cannot be decoded')), { once: true })
    video.addEventListener(
      'loadedmetadata',
      () => {
        const { videoWidth: width, videoHeight: height, duration } = video
        resolve({ width, height, duration: Number.isFinite(duration) ? duration : null })
      },
      { once: true },
    )
    video.src = address
  })
}
