import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'

const WIDTH = 320
const HEIGHT = 180
export const BITS = 12
/** Bars are white for 1. The first bar is always white and the last black, to detect a visible picture. */
const BARS = BITS + 2

const barsOf = (frame) => [1, ...Array.from({ length: BITS }, (_, bit) => (frame >> bit) & 1), 0]

/** A video in which every frame shows its own number as bars, which `readFrame` decodes. */
export async function countingFilm(folder, { fps, seconds }) {
  const file = path.join(folder, 'counting.mp4')
  const encoder = spawn(
    'ffmpeg',
    [
      ...['-loglevel', 'error', '-y', '-f', 'rawvideo', '-pix_fmt', 'gray', '-s', `${WIDTH}x${HEIGHT}`],
      ...['-r', String(fps), '-i', '-', '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '18'],
      ...['-pix_fmt', 'yuv420p', '-g', String(fps), '-movflags', '+faststart', file],
    ],
    { stdio: ['pipe', 'ignore', 'inherit'] },
  )
  const closed = once(encoder, 'close')
  for (let frame = 0; frame < fps * seconds; frame++) {
    const bars = barsOf(frame)
    const line = Buffer.from(Array.from({ length: WIDTH }, (_, x) => shade(bars, x)))
    const picture = Buffer.alloc(WIDTH * HEIGHT)
    for (let y = 0; y < HEIGHT; y++) line.copy(picture, y * WIDTH)
    if (!encoder.stdin.write(picture)) await once(encoder.stdin, 'drain')
  }
  encoder.stdin.end()
  const [code] = await closed
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
  return readFileSync(file)
}

const shade = (bars, x) => (bars[Math.floor((x * BARS) / WIDTH)] ? 235 : 16)

/**
 * Runs in a player's page: records for every frame of the visible video when it appears, its number, read from the
 * picture, and the offset of the video's clock from the machine's. `window.takeFrames()` returns the records.
 */
export function watchFrames(bits) {
  const notes = []
  const canvas = new OffscreenCanvas(bits + 2, 1)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  const watched = new WeakSet()
  const read = (video) => {
    const bar = video.videoWidth / (bits + 2)
    for (let n = 0; n < bits + 2; n++)
      context.drawImage(video, (n + 0.4) * bar, video.videoHeight / 2, bar / 5, 4, n, 0, 1, 1)
    const { data } = context.getImageData(0, 0, bits + 2, 1)
    const white = (n) => data[n * 4] > 128
    if (!white(0) || white(bits + 1)) return undefined
    let frame = 0
    for (let bit = 0; bit < bits; bit++) if (white(bit + 1)) frame |= 1 << bit
    return frame
  }
  const watch = (video) => {
    const next = (_now, { expectedDisplayTime }) => {
      const frame = read(video)
      const isSeen = video.closest('.page')?.dataset.state === 'front' && video.style.opacity !== '0'
      if (isSeen) {
        const place = video.currentTime - performance.now() / 1000
        notes.push([
          performance.timeOrigin + expectedDisplayTime,
          frame ?? -1,
          place * 1000 - performance.timeOrigin,
        ])
      }
      if (video.isConnected) video.requestVideoFrameCallback(next)
    }
    video.requestVideoFrameCallback(next)
  }
  const look = () => {
    for (const video of document.querySelectorAll('video')) {
      if (watched.has(video)) continue
      watched.add(video)
      watch(video)
    }
  }
  setInterval(look, 200)
  look()
  window.takeFrames = () => notes.splice(0)
}
