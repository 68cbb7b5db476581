import { isLoadingFonts } from '@vitrine/widgets/pending-fonts'
import { whenStill } from '#lib/after-paint.ts'

/**
 * Whether a page on the stage is complete. `ready`: everything it will show can be painted. `empty`: none of its
 * media loaded and it has nothing else.
 */
export type Readiness = 'waiting' | 'ready' | 'empty'

const isVisible = (element: HTMLElement) => element.style.opacity !== '0'

/**
 * Checks whether a page that is prepared is ready to show. @param page the page's element; each widget's box has
 * `data-widget` @param zones ids of the widgets that show media @param others whether the page has anything else to
 * show @param givenUp whether it has waited long enough
 */
export function readinessOf(
  page: HTMLElement,
  zones: readonly string[],
  others: boolean,
  givenUp: boolean,
): Readiness {
  const loadsFonts =
    isLoadingFonts() || (typeof document.fonts === 'object' && document.fonts.status === 'loading')
  if (loadsFonts && !givenUp) return 'waiting'
  const states = zones.map((id) => stateOfZone(page.querySelector(`[data-widget="${CSS.escape(id)}"]`)))
  const awaitsCopy = page.querySelector('[data-awaits-copy]') !== null
  if ((awaitsCopy || states.includes('waiting')) && !givenUp) return 'waiting'
  const something = others || states.includes('shows') || zones.length === 0
  return something ? 'ready' : givenUp ? 'empty' : 'waiting'
}

function stateOfZone(box: Element | null): 'waiting' | 'shows' | 'nothing' {
  const media = [...(box?.querySelectorAll<HTMLElement>('img, video, iframe, [data-page]') ?? [])]
  if (media.length === 0) return 'nothing'
  return media.some((element) => isVisible(element) && hasPicture(element)) ? 'shows' : 'waiting'
}

function hasPicture(element: HTMLElement): boolean {
  if (element instanceof HTMLImageElement) return element.complete && element.naturalWidth > 0
  if (element instanceof HTMLVideoElement)
    return element.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && hasDrawn(element)
  return true
}

/**
 * Longer than a video's first frame takes. Browsers tell when that is drawn, but of a video that waits only once it plays.
 */
const DRAWN_MS = 400
/** A busy machine draws few frames in that time. */
const FRAMES_LEAST = 5
const STILL_MS = 1000
const DRAWN_MOST_MS = 4000
const asked = new WeakSet<HTMLVideoElement>()
const drawn = new WeakSet<HTMLVideoElement>()

/** A decoded frame hasn't necessarily been drawn. */
function hasDrawn(video: HTMLVideoElement): boolean {
  // A video added to a page that already shows was not checked before.
  if (video.played.length > 0) return true
  if (!asked.has(video)) {
    asked.add(video)
    const done = () => void drawn.add(video)
    if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(done)
    const began = performance.now()
    let frames = 0
    const end = whenStill(STILL_MS, DRAWN_MOST_MS, done)
    const look = () => {
      if (frames++ < FRAMES_LEAST || performance.now() - began < DRAWN_MS) return requestAnimationFrame(look)
      end()
      return done()
    }
    requestAnimationFrame(look)
  }
  return drawn.has(video)
}
