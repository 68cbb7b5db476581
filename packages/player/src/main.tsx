import { createRoot } from 'react-dom/client'
import { untilLoaded } from '#lib/until-loaded.ts'
import { cornerPart } from '#service-corner/service-corner.tsx'
import { clockAfter, Player } from '#session/player.ts'
import { openStorage } from '#session/storage.ts'
import { loadPageParts } from '#stage/pages/load-page-parts.ts'
import { App } from './app.tsx'
import './player.css'

/** After the first picture, prefetch what later pages need while the server is reachable. */
const FETCH_AHEAD_MS = 5000
const fetchAhead = () =>
  untilLoaded(() => Promise.all<unknown>([loadPageParts(), cornerPart(), import('./uplink/picture.ts')]))

async function startPlayer(): Promise<Player> {
  const storage = await openStorage()
  const player = new Player({ storage, clock: await clockAfter(storage.state) })
  void player.run(location.hash)
  return player
}

const root = document.getElementById('player')
if (root)
  void startPlayer().then((player) => {
    createRoot(root).render(<App player={player} />)
    setTimeout(fetchAhead, FETCH_AHEAD_MS)
    void untilLoaded(() => import('./app-update/keep-up-to-date.ts')).then(({ keepUpToDate }) =>
      keepUpToDate(new URL(import.meta.url).pathname, player),
    )
  })
