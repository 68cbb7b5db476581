/// <reference lib="webworker" />
import type { FromBlur, ToBlur } from './blur-films.ts'

declare const self: DedicatedWorkerGlobalScope

const pens = new Map<number, OffscreenCanvasRenderingContext2D>()

self.onmessage = ({ data }: MessageEvent<ToBlur>) => {
  const { copy } = data
  const answer = (isDrawn: boolean) => self.postMessage({ copy, isDrawn } satisfies FromBlur)
  if ('canvas' in data) {
    const pen = data.canvas.getContext('2d', { alpha: !data.isOpaque })
    if (!pen || !('filter' in pen)) return answer(false)
    pen.filter = `blur(${data.blur}px)`
    // Otherwise a few pixels stand for many, and details flicker.
    pen.imageSmoothingQuality = 'medium'
    pens.set(copy, pen)
  } else if ('frame' in data) {
    const pen = pens.get(copy)
    try {
      pen?.clearRect(0, 0, pen.canvas.width, pen.canvas.height)
      pen?.drawImage(data.frame, ...data.place)
      answer(pen !== undefined)
    } catch {
      answer(false)
    } finally {
      data.frame.close()
    }
  } else pens.delete(copy)
}
