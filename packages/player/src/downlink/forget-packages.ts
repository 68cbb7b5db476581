import { hiddenFrame } from './hidden-frame.ts'
import type { FromBridge } from './package-bridge.ts'

/** Clearing the browser's cache can take seconds. */
const PATIENCE_MS = 10_000
const ATTEMPTS = 2

/**
 * Erases what packages stored on the content origin. Returns whether that page confirmed it, which it can't without
 * the server.
 */
export async function forgetPackages(origin: string): Promise<boolean> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) if (await forgetOnce(origin)) return true
  return false
}

async function forgetOnce(origin: string): Promise<boolean> {
  const frame = hiddenFrame(`${origin}/forget.html`)
  const done = await new Promise<boolean>((resolve) => {
    const end = (forgotten: boolean) => {
      clearTimeout(timer)
      window.removeEventListener('message', onMessage)
      resolve(forgotten)
    }
    const timer = setTimeout(() => end(false), PATIENCE_MS)
    const onMessage = ({ source, origin: from, data }: MessageEvent<FromBridge | undefined>) => {
      if (source === frame.contentWindow && from === origin && data?.keeper === 'forgotten') end(true)
    }
    window.addEventListener('message', onMessage)
    document.body.append(frame)
  })
  frame.remove()
  return done
}
