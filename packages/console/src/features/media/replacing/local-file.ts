import type { MediaKind } from '@vitrine/contract/api/media-kinds'
import { makeThumbnail } from '#features/media/upload/make-thumbnail.ts'

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
  if (kind === 'package' || kind === 'audio') return UNKNOWN
  if (file.type === 'image/svg+xml') return ofDrawing(await file.text())
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

/** Browsers report a made-up size for an SVG without one. */
function ofDrawing(text: string): Measures {
  const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement
  const [, , ...box] = (root.getAttribute('viewBox') ?? '').split(/[\s,]+/)
  const [width, height] = ['width', 'height'].map(
    (name, side) => Number.parseFloat(root.getAttribute(name) ?? '') || Number.parseFloat(box[side] ?? ''),
  )
  return width && height ? { width: Math.round(width), height: Math.round(height), duration: null } : UNKNOWN
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
