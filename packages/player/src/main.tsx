import { loadAllRenderers } from '@vitrine/widgets/lazy-renderers'
import { createRoot } from 'react-dom/client'
import { keepUpToDate } from '#content/choose-store.ts'
import { retryDelay } from '#lib/retry.ts'
import { picturePart } from '#report/pictures.ts'
import { cornerPart } from '#service-corner/service-corner.tsx'
import { App } from './app.tsx'
import { Player } from './player.ts'
import './player.css'

/** After the first picture: what later pages need comes while the server is there. */
const FETCH_AHEAD_MS = 5000
const fetchAhead = (attempt = 0): Promise<unknown> =>
  Promise.all([loadAllRenderers(), cornerPart(), picturePart()]).catch(() =>
    setTimeout(() => fetchAhead(attempt + 1), 1000 + retryDelay(attempt)),
  )

const root = document.getElementById('player')
if (root)
  void Player.start().then((player) => {
    createRoot(root).render(<App player={player} />)
    setTimeout(fetchAhead, FETCH_AHEAD_MS)
    keepUpToDate(new URL(import.meta.url).pathname)
  })
