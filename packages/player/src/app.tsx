import { type ComponentProps, useSyncExternalStore } from 'react'
import { useLoaded } from '#lib/use-loaded.ts'
import { ServiceCorner } from '#service-corner/service-corner.tsx'
import type { Player } from '#session/player.ts'
import type { Session } from '#session/session.ts'
import { MountedScreen } from '#stage/mounted-screen.tsx'
import { Stage } from '#stage/stage.tsx'
import { TakeoverScreen } from '#takeover/takeover-screen.tsx'
import { OfflineDot } from './uplink/offline-dot.tsx'
import { useKiosk } from './use-kiosk.ts'

export function App({ player }: { player: Player }) {
  useKiosk()
  const phase = useSyncExternalStore(player.phase.subscribe, player.phase.get)
  return (
    <>
      {phase.name === 'pairing' && (
        <Pairing state={phase.state} clock={player.clock} onSecond={player.onSecond} />
      )}
      {phase.name === 'greeting' && <Greeted claim={phase.claim} undo={() => void player.forget()} />}
      {phase.name === 'playing' && <Playing player={player} session={phase.session} />}
      <ServiceCorner
        clock={player.clock}
        store={player.store}
        problems={player.problems}
        onSecond={player.onSecond}
        session={'session' in phase ? phase.session : undefined}
        isNew={player.isNew}
        forget={player.forget}
      />
    </>
  )
}

const pairingScreen = () => import('#pairing/pairing-screen.tsx').then((it) => it.PairingScreen)

/** Needed once in a screen's life, so it loads lazily. */
function Pairing(props: ComponentProps<Awaited<ReturnType<typeof pairingScreen>>>) {
  const PairingScreen = useLoaded(pairingScreen)
  return PairingScreen ? <PairingScreen {...props} /> : null
}

const readyScreen = () => import('#stage/ready-screen.tsx').then((it) => it.ReadyScreen)

function Ready(props: ComponentProps<Awaited<ReturnType<typeof readyScreen>>>) {
  const ReadyScreen = useLoaded(readyScreen)
  return ReadyScreen ? <ReadyScreen {...props} /> : null
}

const greeting = () => import('#pairing/greeting.tsx').then((it) => it.Greeting)
const identity = () => import('#pairing/identity.tsx').then((it) => it.Identity)

function Greeted(props: ComponentProps<Awaited<ReturnType<typeof greeting>>>) {
  const Greeting = useLoaded(greeting)
  return Greeting ? <Greeting {...props} /> : null
}

function Identified(props: ComponentProps<Awaited<ReturnType<typeof identity>>>) {
  const Identity = useLoaded(identity)
  return Identity ? <Identity {...props} /> : null
}

/** The stage, or while it is empty, the download progress or the ready screen. */
function Playing({ player, session }: { player: Player; session: Session }) {
  const layers = useSyncExternalStore(session.director.layers.subscribe, session.director.layers.get)
  const front = layers.find(({ state }) => state === 'front')
  const takeover = useSyncExternalStore(session.takeover.active.subscribe, session.takeover.active.get)
  const identifying = useSyncExternalStore(session.identifying.subscribe, session.identifying.get)
  // The takeover's message disappears once its storyboard is visible.
  const words = takeover !== null && front?.show.storyboard.id !== takeover.storyboardId ? takeover : null
  return (
    <>
      <MountedScreen
        library={session.library}
        clock={player.clock}
        onSecond={player.onSecond}
        alwaysLit={takeover !== null || identifying}
      >
        <Stage
          director={session.director}
          services={session.stage}
          library={session.library}
          over={session.overlays.shown}
        />
        {!front && (
          <Ready
            library={session.library}
            playback={session.playback}
            store={session.stage.store}
            clock={player.clock}
            onSecond={player.onSecond}
          />
        )}
        {words && <TakeoverScreen takeover={words} />}
        {identifying && (
          <Identified
            name={session.device()?.name ?? ''}
            organization={session.device()?.organization.name ?? ''}
          />
        )}
      </MountedScreen>
      <OfflineDot connection={session.connection} clock={player.clock} onSecond={player.onSecond} />
    </>
  )
}
