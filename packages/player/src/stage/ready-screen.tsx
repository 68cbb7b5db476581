import { localeOn } from '@vitrine/contract/player/screen-locale'
import { isTimeZone } from '@vitrine/contract/schedule/time-zone'
import { useRef, useSyncExternalStore } from 'react'
import type { Library } from '#downlink/library.ts'
import { brandIn } from '#downlink/parts.ts'
import type { FileStore } from '#downlink/stores/file-store.ts'
import { OwnBrand } from '#lib/own-brand.tsx'
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
  store: Pick<FileStore, 'url'>
  clock: Clock
  onSecond: (listener: () => void) => () => void
}

/** Shown on an empty stage: a clock with the screen's name, or the progress of the first download, under the organization's brand. */
export function ReadyScreen({ library, playback, store, clock, onSecond }: Props) {
  const now = useSeconds(clock, onSecond)
  const { storyboardId } = useSyncExternalStore(playback.now.subscribe, playback.now.get)
  const progress = useSyncExternalStore(library.progress.subscribe, library.progress.get)
  const patientUntil = useRef(now + PATIENCE_MS)
  const hasContent = !!storyboardId && progress.missing === 0
  // After a start, the first page appears within seconds: until then, stay black instead of showing the clock.
  if (hasContent && now < patientUntil.current) return null
  const { device } = library.latest.get()
  const { name = '', locale: set, organization } = device?.body ?? {}
  const brand = brandIn(device)
  const logo = (brand?.logo && store.url(brand.logo)) || null
  // The clock doesn't wait for a picture beside it.
  const missing = progress.missing - (brand?.logoOnly && !logo ? 1 : 0)
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
      {brand && organization && <OwnBrand name={organization.name} logo={logo} color={brand.color} />}
      {missing > 0 ? (
        <Progress
          color={brand?.color}
          share={progress.totalBytes > 0 ? progress.keptBytes / progress.totalBytes : 0}
        />
      ) : (
        <time className="ready-time">{time}</time>
      )}
      <p className="ready-name" dir={directionOf(language)} lang={language}>
        {missing > 0 ? TEXTS.preparing[language] : TEXTS.ready[language]}
        {name && (
          <>
            {' · '}
            <bdi>{name}</bdi>
          </>
        )}
      </p>
      {!brand && <footer className="own-footer">Vitrine</footer>}
    </main>
  )
}

function Progress({ share, color }: { share: number; color: string | undefined }) {
  return (
    <>
      <p className="ready-time">{Math.floor(share * 100)} %</p>
      <div className="ready-bar">
        <div style={{ width: `${share * 100}%`, ...(color && { background: color }) }} />
      </div>
    </>
  )
}
