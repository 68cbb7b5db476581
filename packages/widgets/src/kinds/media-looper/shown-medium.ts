import { MISSING_PAGE } from '@vitrine/contract/document/package-files'
import { PerSecond } from '@vitrine/contract/player/per-second'
import type {
  FollowedFrame,
  FreshAddress,
  MediaEvents,
  MediaFile,
  MediaOptions,
  ShownMedium,
} from '@vitrine/widgets/host'
import { captioned } from './captions.ts'
import { KeptPictures } from './kept-pictures.ts'
import { siteCard } from './site-card.ts'
import { FILL, fillAs, type Look, surrounded } from './surround.ts'
import { positionInLoop, VideoPlace } from './video-position.ts'

/** A video with less delay than this, in seconds, starts from its beginning; a later one joins in progress. */
const JOINS = 0.5
/** The wait in milliseconds for a started video's first frame, if the browser doesn't report it. */
const FRAME_WAIT = 250
/** Sound that is longer than its picture by more than this, in seconds, ends with the picture. */
const SOUND_LONGER = 0.25
/** Messages of a package's frame that are read in a second. */
const MESSAGES_MOST = 20

/** Shows a file by its type. A card gets an empty element, into which the caller renders its page. */
export function showFile(file: MediaFile, options: MediaOptions, events: MediaEvents): ShownMedium {
  if (file.show) return file.show(options, events)
  if (file.web) return drawn(siteCard(file.web.address), events)
  if (file.page) return emptyElement(events)
  if (file.mimetype.startsWith('video/')) return video(file, options, events)
  if (file.mimetype.startsWith('image/'))
    return file.fresh ? animated(file, file.fresh, options, events) : image(file, options, events)
  return frame(file, events)
}

const pictures = new KeptPictures<HTMLImageElement>()

/** `isFirst`: whether it still shows its first frame, and so can be shown again. */
function image(file: MediaFile, look: Look, events: MediaEvents, isFirst = () => true): ShownMedium {
  const kept = pictures.take(file.url)
  const element = kept ?? new Image()
  let ready = false
  element.alt = ''
  element.draggable = false
  element.decoding = 'sync'
  element.style.cssText = fillAs(look)
  const surround = look.fit === 'blur' ? surrounded(element) : undefined
  element.onerror = () => events.failed(new Error(`Can't show image: ${file.name ?? file.url}`))
  const done = () => {
    surround?.draw()
    ready = true
    events.ready()
  }
  // Decode before showing, to make the switch itself free.
  const decode = () => element.decode().then(done, done)
  if (kept) void decode()
  else {
    element.onload = decode
    element.src = file.url
  }
  return {
    ...still(surround?.element ?? element, () => ready),
    dispose: () => {
      element.onload = null
      element.onerror = null
      // Chromium never settles the decoding of a picture that loses its address, and so keeps it and its page forever.
      // Nothing is decoded before it has loaded.
      if (!element.complete) element.removeAttribute('src')
      else if (isFirst()) pictures.giveBack(file.url, element)
      element.remove()
      surround?.element.remove()
    },
  }
}

/** An image that may be animated. Each turn gets a new address, with which its animation begins with the first frame. */
function animated(
  file: MediaFile,
  fresh: NonNullable<MediaFile['fresh']>,
  options: MediaOptions,
  events: MediaEvents,
): ShownMedium {
  let address: FreshAddress | undefined
  let disposed = false
  const medium = image(file, options, events, () => !address)
  const element = medium.element.querySelector('img') ?? (medium.element as HTMLImageElement)
  const restart = async (shown: () => void) => {
    const next = await fresh()
    if (next && !disposed) {
      address?.end()
      address = next
      element.onload = null
      await loaded(element, next.url)
      if (!disposed) await element.decode().catch(() => undefined)
    } else next?.end()
    shown()
  }
  return {
    ...medium,
    start: (_offset, shown) => {
      if (options.motion()) void restart(shown)
      else shown()
    },
    dispose: () => {
      disposed = true
      medium.dispose()
      address?.end()
    },
  }
}

/** Loads another address; also resolves if that fails, but not if it is removed first. */
function loaded(element: HTMLImageElement, url: string): Promise<unknown> {
  return new Promise((resolve) => {
    for (const event of ['load', 'error']) element.addEventListener(event, resolve, { once: true })
    element.src = url
  })
}

function frame(file: MediaFile, events: MediaEvents): ShownMedium {
  const element = document.createElement('iframe')
  let ready = false
  let disposed = false
  let followed: FollowedFrame | undefined
  element.style.cssText = FILL
  element.setAttribute('sandbox', file.sandbox ?? 'allow-scripts')
  element.setAttribute('referrerpolicy', 'no-referrer')
  element.title = file.name ?? ''
  const heard = new PerSecond(MESSAGES_MOST)
  const onMessage = (message: MessageEvent) => {
    // Reading a message costs time: don't read those of other frames, nor all of a frame that sends without end.
    if (!message.source || message.source !== element.contentWindow) return
    if (heard.isTooMuch(message.timeStamp) || message.data !== MISSING_PAGE) return
    element.remove()
    events.failed(new Error(`Package leads to a missing page: ${file.name ?? file.url}`))
  }
  const open = (isThere: boolean) => {
    if (disposed) return
    window.addEventListener('message', onMessage)
    if (!isThere) return events.failed(new Error(`Package does not answer: ${file.name ?? file.url}`))
    const done = () => {
      if (disposed || ready) return
      ready = true
      events.ready()
    }
    // Set it only now, because an empty frame also fires `load`.
    element.onload = () => (followed ? void followed.painted().then(done) : done())
    element.src = file.url
    followed = file.follow?.(() => {
      // Otherwise the frame would show the browser's crash page.
      element.remove()
      events.failed(new Error(`Package died: ${file.name ?? file.url}`))
    })
  }
  if (file.isThere) void file.isThere().then(open)
  else open(true)
  return {
    ...still(element, () => ready),
    // Remove the frame without navigating it first: every document leaves something in the browser's processes.
    dispose: () => {
      disposed = true
      window.removeEventListener('message', onMessage)
      followed?.end()
      element.onload = null
      element.remove()
    },
  }
}

function emptyElement(events: MediaEvents): ShownMedium {
  const element = document.createElement('div')
  element.style.cssText = FILL
  return drawn(element, events)
}

/** An element that loads nothing. */
function drawn(element: HTMLElement, events: MediaEvents): ShownMedium {
  void Promise.resolve().then(events.ready)
  return { ...still(element, () => true), dispose: () => element.remove() }
}

/** Shared by everything except videos. */
const still = (element: HTMLElement, isReady: () => boolean) => ({
  element,
  isReady,
  length: () => undefined,
  start: (_offset: number, shown: () => void) => shown(),
  follow: () => {},
  tune: () => {},
  rest: () => {},
  alive: () => true,
})

function video(file: MediaFile, options: MediaOptions, events: MediaEvents): ShownMedium {
  const element = document.createElement('video')
  let ready = false
  let started = false
  let disposed = false
  let refused = false
  let lastTime = -1
  let end: ReturnType<typeof setTimeout> | undefined
  /** The length of its picture. */
  const length = () =>
    file.duration && file.duration < element.duration - SOUND_LONGER ? file.duration : element.duration
  /** Browsers loop when the sound ends, too: until then, the last frame would stay. */
  const watchEnd = () => {
    clearTimeout(end)
    if (disposed || !options.loop || length() === element.duration) return
    const left = length() - element.currentTime
    if (left <= 0) element.currentTime = 0
    end = setTimeout(watchEnd, ((left > 0 ? left : length()) * 1000) / element.playbackRate + 10)
  }
  const place = new VideoPlace(element, {
    length,
    isMoving: () => started && !disposed,
    isHeard: () => !element.muted,
    measured: (behind) => options.measured('video', behind),
  })
  const tune = () => {
    const volume = options.volume()
    element.volume = Math.min(1, Math.max(0, volume))
    // Unmuting would stop the video in a browser that blocked its sound.
    element.muted = refused || volume <= 0
  }
  element.style.cssText = fillAs(options)
  const surround = options.fit === 'blur' ? surrounded(element) : undefined
  const captions =
    options.captions && file.captions
      ? captioned(element, surround?.element ?? element, options, file.captions)
      : undefined
  // Fires a few times a second, which is enough for a blurred copy.
  if (surround) element.ontimeupdate = surround.draw
  tune()
  element.defaultMuted = element.muted
  element.loop = options.loop
  element.playsInline = true
  element.setAttribute('playsinline', '')
  element.preload = 'auto'
  element.disableRemotePlayback = true
  element.onerror = () =>
    events.failed(new Error(`Can't play video: ${file.name ?? file.url} ${element.error?.message ?? ''}`))
  element.oncanplay = () => {
    if (ready || disposed) return
    surround?.draw()
    ready = true
    events.ready()
  }
  // Seek before showing: a late joiner must not flash the first frame.
  element.onloadedmetadata = () => {
    const target = positionInLoop(options.offset, length())
    if (target > 0.3) element.currentTime = target
  }
  element.onplaying = watchEnd
  element.src = file.url

  const play = () => {
    const loud = !element.muted
    element.play()?.then(
      () => loud && !disposed && options.sounds(true),
      (error: Error) => {
        if (disposed || error.name === 'AbortError') return
        if (error.name === 'NotAllowedError' && loud) {
          // Common browsers block sound until a touch; play silently instead of not at all.
          refused = true
          tune()
          options.sounds(false)
          play()
        } else events.failed(error)
      },
    )
  }
  return {
    element: captions?.element ?? surround?.element ?? element,
    isReady: () => ready,
    length: () => (Number.isFinite(length()) && length() > 0 ? length() : undefined),
    start: (offset, shown) => {
      started = true
      const target = positionInLoop(offset, length())
      if (Math.abs(element.currentTime - target) > 0.5) element.currentTime = target
      if (!options.motion()) return shown()
      play()
      let isReported = false
      place.follow(offset)
      const report = (_now?: unknown, frame?: VideoFrameCallbackMetadata) => {
        if (isReported) return
        if (frame && target < JOINS)
          options.measured('start', place.behind(frame.mediaTime, frame.expectedDisplayTime))
        isReported = true
        element.removeEventListener('timeupdate', report)
        shown()
      }
      if ('requestVideoFrameCallback' in element) element.requestVideoFrameCallback(report)
      else (element as HTMLVideoElement).addEventListener('timeupdate', report)
      setTimeout(report, FRAME_WAIT)
    },
    follow: (offset) => place.follow(offset),
    tune,
    rest: () => element.pause(),
    alive: () => {
      if (!started || !options.motion() || element.ended || document.hidden) return true
      const moved = element.currentTime !== lastTime
      lastTime = element.currentTime
      return moved
    },
    dispose: () => {
      disposed = true
      clearTimeout(end)
      place.dispose()
      captions?.dispose()
      element.onplaying = null
      element.onerror = null
      element.oncanplay = null
      element.onloadedmetadata = null
      element.ontimeupdate = null
      element.pause()
      // Otherwise the decoder is kept until garbage collection.
      element.removeAttribute('src')
      element.load()
      element.remove()
      surround?.element.remove()
    },
  }
}
