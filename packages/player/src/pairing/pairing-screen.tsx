import type { Pairing } from '#lib/api.ts'
import { OwnBrand } from '#lib/own-brand.tsx'
import { playerVersion } from '#lib/screen.ts'
import { directionOf, type FirstLanguage, TEXTS } from '#lib/texts.ts'
import type { Clock } from '#lib/time/clock.ts'
import { shiftOf } from '#lib/time/shifts.ts'
import { useSeconds } from '#lib/time/use-seconds.ts'
import type { PairingState } from './pair.ts'
import { QrCode } from './qr-code.tsx'
import { Sign } from './sign.tsx'

interface Props {
  state: PairingState
  clock: Clock
  onSecond: (listener: () => void) => () => void
}

/** How long each language shows. */
const LANGUAGE_MS = 8000
export function PairingScreen({ state: { shown, connected }, clock, onSecond }: Props) {
  const now = useSeconds(clock, onSecond)
  const language: FirstLanguage = Math.floor(now / LANGUAGE_MS) % 2 === 0 ? 'en' : 'ar'
  return (
    <main className="own pairing" style={shiftOf(now)}>
      {shown && (
        <>
          {shown.brand && <OwnBrand name={shown.brand.name} logo={logoOf(shown.brand)} />}
          <div className="pairing-code">
            <span>{shown.code.slice(0, 3)}</span>
            <span>{shown.code.slice(3)}</span>
          </div>
          <div className="pairing-ways">
            <div className="pairing-way">
              <p dir={directionOf(language)} lang={language}>
                {TEXTS.enterCode[language]}
              </p>
              <p className="pairing-address" dir="ltr">
                {bare(shown.consoleUrl)}/#/app/devices
              </p>
              <Sign sign={shown.sign} />
            </div>
            <div className="pairing-way">
              <p dir={directionOf(language)} lang={language}>
                {TEXTS.orScan[language]}
              </p>
              <QrCode text={`${shown.consoleUrl}/#/app/devices?code=${shown.code}`} />
            </div>
          </div>
          <Ring left={(shown.expiresAt - now) / (shown.expiresAt - shown.shownAt)} />
        </>
      )}
      <footer className="own-footer">
        {connected ? (
          <span dir="ltr">
            ✓ {location.host} · {playerVersion}
          </span>
        ) : (
          <span className="own-warning" dir={directionOf(language)}>
            {TEXTS.noConnection[language]}
          </span>
        )}
      </footer>
    </main>
  )
}

/** Of the organization whose address this screen opened. */
const logoOf = ({ logo }: NonNullable<Pairing['brand']>) => logo && `/api/player/site/logo?${logo}`

const bare = (url: string) => url.replace(/^https?:\/\//, '')

const RADIUS = 20
const AROUND = 2 * Math.PI * RADIUS

/** The remaining time of the code. */
function Ring({ left }: { left: number }) {
  const share = Math.min(1, Math.max(0, left))
  return (
    <svg className="ring" viewBox="0 0 48 48" aria-hidden="true">
      <circle cx="24" cy="24" r={RADIUS} className="ring-track" />
      <circle
        cx="24"
        cy="24"
        r={RADIUS}
        className="ring-left"
        strokeDasharray={`${share * AROUND} ${AROUND}`}
        transform="rotate(-90 24 24)"
      />
    </svg>
  )
}
