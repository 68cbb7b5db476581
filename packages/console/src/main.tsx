import { createHashHistory, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followSession } from '#app/follow-session.ts'
import { createConsoleRouter, preloadScreen } from '#app/router.tsx'
import { dropForeignQuery, numberTypedAddresses, removeLeftovers } from '#app/startup.ts'
import { followAppearance } from './lib/browser/appearance.ts'
import { firstFont } from './lib/browser/first-font.ts'
import { applyConfig } from './lib/server/config.ts'
import { readStaticJson } from './lib/server/transport.ts'
import { loadSite } from './lib/session/brand.ts'
import { refreshProfile } from './lib/session/own-profile.ts'
import { followOtherTabs, session } from './lib/session/session.ts'
import { startTexts } from './lib/text/i18n.ts'
import '@fontsource/ibm-plex-mono/latin-400.css'
import '@fontsource/ibm-plex-sans-arabic/arabic-400.css'
import '@fontsource/ibm-plex-sans-arabic/arabic-500.css'
import '@fontsource/ibm-plex-sans-arabic/arabic-600.css'
import '@fontsource-variable/ibm-plex-sans/wght.css'
import './ui/theme/tokens.css'

void removeLeftovers()
dropForeignQuery()
followAppearance()
followOtherTabs()
numberTypedAddresses(() => router.history.location.state.__TSR_index)
const router = createConsoleRouter(createHashHistory())
// In parallel with the settings, texts, and fonts, before which nothing renders.
if (session.get().token) preloadScreen(router)
const [config] = await Promise.all([readStaticJson('config.json'), startTexts(), firstFont()])
applyConfig(config)
void loadSite()

followSession(router)
if (session.get().token) void refreshProfile()

const element = document.getElementById('root')
if (element)
  createRoot(element).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
