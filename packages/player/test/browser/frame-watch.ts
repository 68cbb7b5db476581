import type { Page } from '@playwright/test'
import sharp from 'sharp'

export const FRAME = { width: 160, height: 90 }
/** A share of a frame: the compression of captured frames blurs edges. */
const TOLERATED = 0.02

/** Captures every frame. Returns a function that stops and reads their pixels: RGB, row by row. */
export async function watchFrames(page: Page): Promise<() => AsyncGenerator<Buffer>> {
  const frames: string[] = []
  const devtools = await page.context().newCDPSession(page)
  devtools.on('Page.screencastFrame', ({ data, sessionId }) => {
    frames.push(data)
    void devtools.send('Page.screencastFrameAck', { sessionId })
  })
  const { width: maxWidth, height: maxHeight } = FRAME
  await devtools.send('Page.startScreencast', { format: 'jpeg', quality: 80, maxWidth, maxHeight })
  return async function* () {
    await devtools.send('Page.stopScreencast')
    for (const frame of frames) yield sharp(Buffer.from(frame, 'base64')).removeAlpha().raw().toBuffer()
  }
}

/** Whether a part of a frame is black or white. */
export function bareParts(pixels: Buffer): { black: boolean; white: boolean } {
  let dark = 0
  let light = 0
  for (let at = 0; at < pixels.length; at += 3) {
    const sum = (pixels[at] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at + 2] ?? 0)
    if (sum < 60) dark++
    if (sum > 720) light++
  }
  const most = (TOLERATED * pixels.length) / 3
  return { black: dark > most, white: light > most }
}
