import type { MediaOptions } from '@vitrine/widgets/host'
import { fillAs, surrounded } from '@vitrine/widgets/surround'
import Hls, { type HlsConfig, type LevelDetails } from 'hls.js'
import workerPath from 'hls.js/dist/hls.worker.js?url'
import { blockedReason } from './blocked-reason.ts'
import { problemOf } from './hls-problem.ts'
import type { LiveEvents, LivePlay, ShownStream } from './live-play.ts'

/** Size limits that protect memory. A segment contains some seconds of video. */
const PLAYLIST_BYTES_MAX = 1024 * 1024
const PIECE_BYTES_MAX = 64 * 1024 * 1024
const VARIANTS_MAX = 100
/** How long before its slot it starts loading, in milliseconds. */
const WAIT_MS = 15_000
/**
 * Timeouts for the first frame: if the browser reports it, and if it doesn't. The previous picture stays until then.
 */
const EDGE_WAIT_MS = 3000
const FRAME_WAIT_MS = 250

/** Small buffers: screens play for months, and never seek back. */
const CONFIG: Partial<HlsConfig> = {
  workerPath,
  backBufferLength: 8,
  maxBufferLength: 12,
  maxMaxBufferLength: 24,
  maxBufferSize: 24 * 1024 * 1024,
  frontBufferFlushThreshold: 30,
  // In segments. Further behind it skips to the live edge; slightly behind, it plays a little faster.
  liveSyncDurationCount: 3,
  liveMaxLatencyDurationCount: 8,
  maxLiveSyncPlaybackRate: 1.05,
  lowLatencyMode: false,
  capLevelToPlayerSize: true,
  // Disable subtitles, advertising, and metadata, which would accumulate.
  enableInterstitialPlayback: false,
  enableDateRangeMetadataCues: false,
  enableEmsgMetadataCues: false,
  enableID3MetadataCues: false,
  enableWebVTT: false,
  enableIMSC1: false,
  enableCEA708Captions: false,
}

/** Plays a stream with Media Source Extensions in its own video element. */
export function playHls(
  { address, sites, staleEdge }: ShownStream & { staleEdge: string | undefined },
  options: MediaOptions,
  events: LiveEvents,
): LivePlay {
  const video = document.createElement('video')
  const surround = options.fit === 'blur' ? surrounded(video) : undefined
  let ended = false
  let refused = false
  let waiting: ReturnType<typeof setTimeout> | undefined
  /** Whether loading stopped while it waited. */
  let cold = false
  let hasFrame = false
  let moves = staleEdge === undefined
  let edge: string | undefined
  const fail = (problem: string) => {
    if (!ended) events.failed(problem)
  }
  const tune = () => {
    const volume = options.volume()
    video.volume = Math.min(1, Math.max(0, volume))
    // Unmuting would stop the video in a browser that blocked its sound.
    video.muted = refused || volume <= 0
  }
  const check = () => {
    if (!hasFrame || !moves || ended || waiting !== undefined) return
    surround?.draw()
    waiting = setTimeout(() => {
      cold = true
      hls.stopLoad()
    }, WAIT_MS)
    events.ready()
  }
  video.style.cssText = fillAs(options)
  tune()
  video.defaultMuted = video.muted
  video.playsInline = true
  video.setAttribute('playsinline', '')
  video.disableRemotePlayback = true
  if (surround) video.ontimeupdate = surround.draw
  video.oncanplay = () => {
    hasFrame = true
    check()
  }

  const guard = (xhr: XMLHttpRequest, url: string, { responseType }: { responseType: string }) => {
    const reason = blockedReason(url, sites())
    if (reason !== undefined) {
      fail(reason)
      throw new Error(reason)
    }
    const most = responseType === 'arraybuffer' ? PIECE_BYTES_MAX : PLAYLIST_BYTES_MAX
    xhr.addEventListener('progress', ({ loaded }) => {
      if (loaded <= most) return
      fail('stream-large')
      xhr.abort()
    })
  }
  const hls = new Hls({ ...CONFIG, xhrSetup: guard })
  hls.on(Hls.Events.MANIFEST_PARSED, (_event, { levels }) => {
    if (levels.length > VARIANTS_MAX) fail('stream-large')
  })
  hls.on(Hls.Events.LEVEL_LOADED, (_event, { details }) => {
    if (!details.live) {
      // Don't loop the last minutes of a live video that has ended.
      if (edge !== undefined || staleEdge !== undefined) return fail('ended')
      video.loop = true
      return
    }
    edge = edgeOf(details)
    moves ||= edge !== staleEdge
    check()
  })
  hls.on(Hls.Events.ERROR, (_event, data) => data.fatal && fail(problemOf(data)))
  if (Hls.isSupported()) {
    hls.loadSource(address)
    hls.attachMedia(video)
  } else setTimeout(() => fail("This browser can't play live videos"), 0)

  const start = () => {
    const loud = !video.muted
    video.play().then(
      () => loud && !ended && options.sounds(true),
      (error: Error) => {
        if (ended || error.name === 'AbortError') return
        if (error.name !== 'NotAllowedError' || !loud) return fail(error.message)
        // Common browsers block sound until a touch; play silently instead of not at all.
        refused = true
        tune()
        options.sounds(false)
        start()
      },
    )
  }
  return {
    element: surround?.element ?? video,
    position: () => video.currentTime,
    edge: () => edge,
    play: (shown) => {
      clearTimeout(waiting)
      if (cold) hls.startLoad()
      const isLate = cold
      cold = false
      start()
      const showOnce = once(shown)
      const frame = () => {
        const reportsFrames = 'requestVideoFrameCallback' in video
        if (reportsFrames) video.requestVideoFrameCallback(showOnce)
        setTimeout(showOnce, reportsFrames ? EDGE_WAIT_MS : FRAME_WAIT_MS)
      }
      if (!isLate) return frame()
      video.addEventListener('seeked', frame, { once: true })
      setTimeout(showOnce, EDGE_WAIT_MS)
    },
    tune,
    rest: () => video.pause(),
    halt: () => hls.stopLoad(),
    end: () => {
      if (ended) return
      ended = true
      clearTimeout(waiting)
      video.oncanplay = null
      video.ontimeupdate = null
      video.pause()
      hls.destroy()
      // Otherwise the decoder is kept until garbage collection.
      video.removeAttribute('src')
      video.load()
      video.remove()
      surround?.element.remove()
    },
  }
}

function once(act: () => void): () => void {
  let done = false
  return () => {
    if (done) return
    done = true
    act()
  }
}

const edgeOf = ({ endSN, fragments }: LevelDetails): string => `${endSN} ${fragments.at(-1)?.relurl ?? ''}`
