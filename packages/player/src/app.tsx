import { useSyncExternalStore } from 'react'
import { Greeting } from '#pairing/greeting.tsx'
import { PairingScreen } from '#pairing/pairing-screen.tsx'
import { OfflineDot } from '#report/offline-dot.tsx'
import { ServiceCorner } from '#service-corner/service-corner.tsx'
import { Hung } from '#stage/hung.tsx'
import { ReadyScreen } from '#stage/ready-screen.tsx'
import { Stage } from '#stage/stage.tsx'
import type { Player } from './player.ts'
import type { Session } from './session.ts'
import { sessionFacts } from './session-facts.ts'
import { useKiosk } from './use-kiosk.ts'

export function App({ player }: { player: Player }) {
  useKiosk()
  const phase = useSyncExternalStore(player.phase.subscribe, player.phase.get)
  return (
    <>
      {phase.name === 'pairing' && (
        <PairingScreen state={phase.state} clock={player.clock} onSecond={player.onSecond} />
      )}
      {phase.name === 'greeting' && <Greeting claim={phase.claim} />}
      {phase.name === 'playing' && <Playing player={player} session={phase.session} />}
      <ServiceCorner
        clock={player.clock}
        store={player.store}
        problems={player.problems}
        onSecond={player.onSecond}
        facts={() => ('session' in phase ? sessionFacts(phase.session) : [])}
        forget={'session' in phase ? player.forget : undefined}
      />
    </>
  )
}

/** The stage, or while it has nothing to show how far the download is, or that the screen is ready. */
function Playing({ player, session }: { player: Player; session: Session }) {
  const layers = useSyncExternalStore(session.director.layers.subscribe, session.director.layers.get)
  const seen = layers.some(({ state }) => state === 'front')
  return (
    <>
      <Hung library={session.library} clock={player.clock} onSecond={player.onSecond}>
        <Stage director={session.director} services={session.stage} />
        {!seen && <ReadyScreen library={session.library} clock={player.clock} onSecond={player.onSecond} />}
      </Hung>
      <OfflineDot connection={session.connection} clock={player.clock} onSecond={player.onSecond} />
    </>
  )
}
