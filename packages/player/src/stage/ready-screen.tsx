import { localeOn } from '@vitrine/contract/player/screen-locale'
import { isTimeZone } from '@vitrine/contract/schedule/time-zone'
import { useRef, useSyncExternalStore } from 'react'
import type { Library } from '#downlink/library.ts'
import { directionOf, languageOf, TEXTS } from '#lib/texts.ts'
import type { Clock } from '#lib/time/clock.ts'
import { shiftOf } from '#lib/time/shifts.ts'
import { useSeconds } from '#lib/time/use-seconds.ts'
import type { Playback } from '#schedule/playback.ts'

/** Timeout for the first page of stored content. */
const PATIENCE_MS = 15_000

interface Props {
  library: Library
  playback: Pick<Playback, 'now'>
  clock: Clock
  onSecond: (listener: () => void) => () => void
}

/** Shown on an empty stage: a clock with the screen's name, or the progress of the first download. */
export function ReadyScreen({ library, playback, clock, onSecond }: Props) {
  const now = useSeconds(clock, onSecond)
  const { storyboardId } = useSyncExternalStore(playback.now.subscribe, playback.now.get)
  const progress = useSyncExternalStore(library.progress.subscribe, library.progress.get)
  const patientUntil = useRef(now + PATIENCE_MS)
  const hasContent = !!storyboardId && progress.missing === 0
  // After a start, the first page appears within seconds: until then, stay black instead of showing the clock.
  if (hasContent && now < patientUntil.current) return null
  const { name = '', locale: set } = library.latest.get().device?.body ?? {}
  const locale = localeOn(navigator.language, set)
  const language = languageOf(locale)
  const zone = library.ready.get().group?.body.current?.timezone
  const time = new Date(now).toLocaleTimeString(locale, {
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone && isTimeZone(zone) ? zone : undefined,
  })
  return (
    <main className="own ready" style={shiftOf(now)}>
      {progress.missing > 0 ? (
        <Progress share={progress.totalBytes > 0 ? progress.keptBytes / progress.totalBytes : 0} />
      ) : (
        <time className="ready-time">{time}</time>
      )}
      <p className="ready-name" dir={directionOf(language)} lang={language}>
        {progress.missing > 0 ? TEXTS.preparing[language] : TEXTS.ready[language]}
        {name && (
          <>
            {' · '}
            <bdi>{name}</bdi>
          </>
        )}
      </p>
      <footer className="own-footer">Vitrine</footer>
    </main>
  )
}

function Progress({ share }: { share: number }) {
  return (
    <>
      <p className="ready-time">{Math.floor(share * 100)} %</p>
      <div className="ready-bar">
        <div style={{ width: `${share * 100}%` }} />
      </div>
    </>
  )
}
