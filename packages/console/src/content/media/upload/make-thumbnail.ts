import { isDeck, isFontFile } from './looks-playable.ts'

/** The longer side in pixels. */
const SIZE = 320
/** Timeout in milliseconds for opening a file, after which it gets an icon. */
const PATIENCE = 10_000

/**
 * A thumbnail of a file to upload: a scaled picture, a video frame at one second (a tenth of a short video), or an
 * icon for audio, PDFs, slides, packages, and files that this browser can't open.
 */
export async function makeThumbnail(file: File): Promise<Blob> {
  const address = URL.createObjectURL(file)
  try {
    if (file.type.startsWith('image/')) return await inTime(ofImage(address))
    if (file.type.startsWith('video/')) return await inTime(ofVideo(address))
    if (isFontFile(file)) return await inTime(ofFont(address))
    if (isDeck(file)) return await sign(endingOf(file))
    if (file.type.startsWith('audio/')) return await sign(endingOf(file))
    return await sign('ZIP')
  } catch {
    return await sign(endingOf(file))
  } finally {
    URL.revokeObjectURL(address)
  }
}

const endingOf = ({ name }: File) => name.split('.').at(-1)?.slice(0, 4).toUpperCase() ?? ''

function inTime<T>(work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('Too slow')), PATIENCE))
  return Promise.race([work, late])
}

async function ofImage(address: string): Promise<Blob> {
  const image = new Image()
  image.src = address
  await image.decode()
  return drawn(image, image.naturalWidth, image.naturalHeight)
}

async function ofVideo(address: string): Promise<Blob> {
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.preload = 'auto'
  const arrived = (event: string) =>
    new Promise<void>((resolve, reject) => {
      video.addEventListener(event, () => resolve(), { once: true })
      video.addEventListener('error', () => reject(new Error('Cannot be decoded')), { once: true })
    })
  const loaded = arrived('loadeddata')
  video.src = address
  await loaded
  const found = arrived('seeked')
  video.currentTime = Math.min(1, Number.isFinite(video.duration) ? video.duration / 10 : 1)
  await found
  try {
    return await drawn(video, video.videoWidth, video.videoHeight)
  } finally {
    video.removeAttribute('src')
    video.load()
  }
}

/** Two letters in the font itself. */
async function ofFont(address: string): Promise<Blob> {
  const face = new FontFace(address, `url(${address})`)
  document.fonts.add(await face.load())
  try {
    return await onCanvas(SIZE, (SIZE * 9) / 16, 'image/png', (context, right, bottom) => {
      context.fillStyle = '#1b1d20'
      context.fillRect(0, 0, right, bottom)
      context.fillStyle = '#fff'
      context.font = `96px "${address}"`
      context.textAlign = 'center'
      context.textBaseline = 'middle'
      context.fillText('Aa', right / 2, bottom / 2, right - 24)
    })
  } finally {
    document.fonts.delete(face)
  }
}

function drawn(source: CanvasImageSource, width: number, height: number): Promise<Blob> {
  // An SVG without a size fills the frame.
  const [w, h] = width && height ? [width, height] : [SIZE, (SIZE * 9) / 16]
  const scale = Math.min(1, SIZE / Math.max(w, h))
  return onCanvas(w * scale, h * scale, 'image/jpeg', (context, right, bottom) => {
    // A mid-gray background keeps both white and black logos visible.
    context.fillStyle = '#8d949c'
    context.fillRect(0, 0, right, bottom)
    context.imageSmoothingQuality = 'high'
    context.drawImage(source, 0, 0, right, bottom)
  })
}

const sign = (text: string): Promise<Blob> =>
  onCanvas(SIZE, (SIZE * 9) / 16, 'image/png', (context, right, bottom) => {
    context.fillStyle = '#1b1d20'
    context.fillRect(0, 0, right, bottom)
    context.fillStyle = '#c3c7cd'
    context.font = '600 44px system-ui, sans-serif'
    context.textAlign = 'center'
    context.textBaseline = 'middle'
    // Condense four-letter extensions to fit inside the sheet, which is 104 px wide.
    context.fillText(text, right / 2, bottom / 2 + 14, 84)
    context.strokeStyle = '#c3c7cd'
    context.lineWidth = 6
    context.lineJoin = 'round'
    context.stroke(new Path2D(`M${right / 2 - 52} 140V34h70l34 34v72zm70-106v34h34`))
  })

function onCanvas(
  width: number,
  height: number,
  type: string,
  draw: (context: CanvasRenderingContext2D, right: number, bottom: number) => void,
): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width))
  canvas.height = Math.max(1, Math.round(height))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas')
  draw(context, canvas.width, canvas.height)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture'))), type, 0.82),
  )
}
