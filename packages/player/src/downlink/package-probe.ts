import { hiddenFrame } from './hidden-frame.ts'
import type { FromBridge } from './package-bridge.ts'

/** Shorter than a zone waits for media. */
const PATIENCE_MS = 3000
/** How long an answer is cached, because each probe leaves something in the browser's memory. */
const HOLDS_MS = 15_000

const answered = new Map<string, number>()

/**
 * Whether the content origin responds. A frame can't tell: if its page fails to load, the browser shows its own error
 * page and fires `load` anyway.
 */
export async function contentAnswers(origin: string): Promise<boolean> {
  if (performance.now() - (answered.get(origin) ?? Number.NEGATIVE_INFINITY) < HOLDS_MS) return true
  const frame = hiddenFrame(`${origin}/keeper.html`)
  const answers = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => end(false), PATIENCE_MS)
    const onMessage = ({ source }: MessageEvent<FromBridge>) => source === frame.contentWindow && end(true)
    const end = (found: boolean) => {
      clearTimeout(timer)
      window.removeEventListener('message', onMessage)
      resolve(found)
    }
    window.addEventListener('message', onMessage)
    document.body.append(frame)
  })
  frame.remove()
  if (answers) answered.set(origin, performance.now())
  return answers
}
