import { useState } from 'react'
import type { FileStore } from '#content/file-store.ts'
import type { Clock } from '#lib/clock.ts'
import { playerVersion } from '#lib/screen.ts'
import { useSeconds } from '#lib/use-seconds.ts'
import type { Problems } from '#report/problems.ts'
import { type Fact, STORAGE_MEANS } from './facts.ts'
import { useSummons } from './use-summons.ts'

interface Props {
  clock: Clock
  store: FileStore
  problems: Problems
  onSecond: (listener: () => void) => () => void
  /** What is known of the session at this moment. */
  facts: () => Fact[]
  /** Absent while there is nothing to disconnect from. */
  forget: (() => Promise<void>) | undefined
}

/** For whoever stands in front of the screen with a reason: how it is, and how to connect it elsewhere. */
export function ServiceCorner(props: Props) {
  const { clock } = props
  const [monotonic] = useState(() => () => clock.monotonic())
  const [open, setOpen] = useSummons(monotonic)
  return open ? <Corner {...props} close={() => setOpen(false)} /> : null
}

function Corner({ clock, store, problems, onSecond, facts, forget, close }: Props & { close: () => void }) {
  const now = useSeconds(clock, onSecond)
  const [sure, setSure] = useState(false)
  const error = clock.error()
  return (
    <aside className="corner" role="dialog" aria-label="Service">
      <h2>Service</h2>
      <dl>
        {facts().map(({ label, value }) => (
          <Row key={label} label={label} value={value} />
        ))}
        <Row
          label="Time"
          value={`${new Date(now).toISOString().replace('T', ' ').slice(0, 19)} UTC, ${
            error === null ? 'not yet compared with the server' : `± ${Math.max(1, Math.round(error))} ms`
          }`}
        />
        <Row label="Storage" value={STORAGE_MEANS[store.kind]} />
        <Row label="Player" value={`${playerVersion}, ${window.innerWidth} × ${window.innerHeight}`} />
      </dl>
      {problems.recent.length > 0 && (
        <>
          <h3>Last problems</h3>
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
      {sure && (
        <p className="corner-warning">
          This screen forgets its organization and everything it keeps, and shows a new code.
        </p>
      )}
      <div className="corner-buttons">
        {forget && (
          <button
            type="button"
            className={sure ? 'corner-danger' : undefined}
            onClick={() => {
              if (!sure) return setSure(true)
              close()
              void forget()
            }}
          >
            {sure ? 'Disconnect now' : 'Connect to another organization'}
          </button>
        )}
        <button type="button" onClick={() => location.reload()}>
          Reload
        </button>
        <button type="button" onClick={close}>
          Close
        </button>
      </div>
    </aside>
  )
}

function Row({ label, value }: Fact) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </>
  )
}
