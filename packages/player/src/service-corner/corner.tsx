import { useEffect, useRef, useState } from 'react'
import type { FileStore } from '#downlink/stores/file-store.ts'
import { reloadWhenReachable } from '#lib/reload.ts'
import { playerVersion } from '#lib/screen.ts'
import type { Clock } from '#lib/time/clock.ts'
import { useSeconds } from '#lib/time/use-seconds.ts'
import type { Problems } from '#uplink/problems.ts'
import { type Fact, STORAGE_MEANS } from './facts.ts'
import { PinPad, type PinPadProps } from './pin-pad.tsx'
import { type ConnectedScreen, sessionFacts } from './session-facts.ts'

export interface CornerProps {
  clock: Clock
  store: FileStore
  problems: Problems
  onSecond: (listener: () => void) => () => void
  /** `undefined` until the screen is connected. */
  session: ConnectedScreen | undefined
  /** Whether it was just connected: the person at the screen can undo that without the PIN. */
  isNew: () => boolean
  forget: () => Promise<void>
  close: () => void
}

/** The screen's status, and a button to connect it to another organization. */
export function Corner({ clock, store, problems, onSecond, session, isNew, forget, close }: CornerProps) {
  const now = useSeconds(clock, onSecond)
  const [sure, setSure] = useState(false)
  const [asked, setAsked] = useState<PinPadProps['pin']>()
  const error = clock.error()
  const panel = useRef<HTMLElement>(null)
  // Keep focus in the panel, even after a pressed button disappears.
  // biome-ignore lint/correctness/useExhaustiveDependencies: they change which buttons there are
  useEffect(() => panel.current?.focus(), [asked, sure])
  return (
    <aside ref={panel} className="corner" tabIndex={-1} role="dialog" aria-label="Service">
      <h2>Service</h2>
      <dl>
        {(session ? sessionFacts(session, clock) : []).map(({ label, value }) => (
          <Row key={label} label={label} value={value} />
        ))}
        <Row
          label="Time"
          value={`${new Date(now).toISOString().replace('T', ' ').slice(0, 19)} UTC, ${
            error === null ? 'not yet synced with the server' : `± ${Math.max(1, Math.round(error))} ms`
          }`}
        />
        <Row label="Storage" value={STORAGE_MEANS[store.kind]} />
        <Row label="Player" value={`${playerVersion}, ${window.innerWidth} × ${window.innerHeight}`} />
      </dl>
      {problems.recent.length > 0 && (
        <>
          <h3>Recent problems</h3>
          <ul>
            {[...problems.recent]
              .reverse()
              .slice(0, 8)
              .map(({ at, text }) => (
                <li key={`${at} ${text}`}>
                  {new Date(at).toISOString().slice(11, 19)} {text}
                </li>
              ))}
          </ul>
        </>
      )}
      {asked && (
        <PinPad
          pin={asked}
          monotonic={() => clock.monotonic()}
          onRight={() => {
            setAsked(undefined)
            setSure(true)
          }}
        />
      )}
      {sure && (
        <p className="corner-warning">
          This disconnects the screen from its organization, deletes its files, and shows a new code.
        </p>
      )}
      <div className="corner-buttons">
        {session && !asked && (
          <button
            type="button"
            className={sure ? 'corner-danger' : undefined}
            onClick={() => {
              const needed = isNew() ? undefined : pinOf(session)
              if (!sure) return needed ? setAsked(needed) : setSure(true)
              close()
              void forget()
            }}
          >
            {sure ? 'Disconnect now' : 'Connect to another organization'}
          </button>
        )}
        <button type="button" onClick={() => void reloadWhenReachable()}>
          Reload
        </button>
        <button type="button" onClick={close}>
          Close
        </button>
      </div>
    </aside>
  )
}

/** The PIN required to disconnect the screen; undefined until it has received one. */
function pinOf({ device }: ConnectedScreen): PinPadProps['pin'] | undefined {
  const { deviceId, pinHash } = device() ?? {}
  return deviceId && pinHash ? { deviceId, pinHash } : undefined
}

function Row({ label, value }: Fact) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  )
}
