import { embeddedFonts } from '@vitrine/widgets/font-files'
import {
  BufferTarget,
  CanvasSource,
  getFirstEncodableVideoCodec,
  Mp4OutputFormat,
  Output,
  QUALITY_HIGH,
} from 'mediabunny'
import { createContext, destroyContext, domToCanvas } from 'modern-screenshot'
import { loadFile } from '#lib/server/transport.ts'
import type { FrameClock } from './frame-clock.ts'
import { Moments } from './moments.ts'

/** Layout pixels of a video; larger pages are scaled down. */
const MOST = { width: 1920, height: 1080 }
export const SECONDS_MOST = 60
export const RATES = [25, 30] as const

interface Recording {
  page: HTMLElement
  clock: FrameClock
  width: number
  height: number
  seconds: number
  rate: number
  signal: AbortSignal
  /** Called with the share that is done, 0 to 1. */
  onProgress: (share: number) => void
}

/** Whether this browser can write videos: only on secure addresses. */
export const canRecord = (): boolean => typeof VideoEncoder === 'function'

/** Sides of a video: even, and at most 1920 × 1080, or turned. */
export function videoSize({ width, height }: { width: number; height: number }): {
  width: number
  height: number
} {
  const [across, down] = width >= height ? [MOST.width, MOST.height] : [MOST.height, MOST.width]
  const scale = Math.min(1, across / width, down / height)
  const even = (side: number) => Math.max(2, 2 * Math.round((side * scale) / 2))
  return { width: even(width), height: even(height) }
}

/**
 * Draws a page frame by frame at moments of its clock, and writes them as an MP4 file. Undefined if it was stopped, or if the
 * browser has no codec for it.
 */
export async function record({ page, clock, seconds, rate, signal, onProgress, ...sides }: Recording) {
  const size = videoSize(sides)
  const codec = await getFirstEncodableVideoCodec(['avc', 'hevc', 'av1', 'vp9'], size)
  if (!codec) return undefined
  const canvas = new OffscreenCanvas(size.width, size.height)
  const context = canvas.getContext('2d', { alpha: false })
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const source = new CanvasSource(canvas, { codec, bitrate: QUALITY_HIGH, keyFrameInterval: 2 })
  output.addVideoTrack(source, { frameRate: rate })
  const cssText = await embeddedFonts(loadFile)
  const painter = await createContext(page, {
    scale: size.width / sides.width,
    font: cssText ? { cssText } : false,
    autoDestruct: false,
  })
  const moments = new Moments(page, clock)
  try {
    await output.start()
    const frames = Math.round(seconds * rate)
    for (let frame = 0; frame < frames; frame += 1) {
      if (signal.aborted) {
        await output.cancel()
        return undefined
      }
      if (await moments.to((frame * 1000) / rate))
        context?.drawImage(await domToCanvas(painter), 0, 0, size.width, size.height)
      await source.add(frame / rate, 1 / rate)
      onProgress((frame + 1) / frames)
    }
    await output.finalize()
  } finally {
    moments.end()
    destroyContext(painter)
  }
  return target.buffer ? new Blob([target.buffer], { type: 'video/mp4' }) : undefined
}
