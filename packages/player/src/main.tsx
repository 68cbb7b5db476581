import { createRoot } from 'react-dom/client'
import { keepUpToDate } from '#content/choose-store.ts'
import { App } from './app.tsx'
import { Player } from './player.ts'
import './player.css'

const root = document.getElementById('player')
if (root)
  void Player.start().then((player) => {
    createRoot(root).render(<App player={player} />)
    keepUpToDate(new URL(import.meta.url).pathname)
  })
