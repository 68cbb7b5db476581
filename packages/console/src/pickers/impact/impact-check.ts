import type { Impact } from '@vitrine/contract/api/base/impact'
import { createContext } from 'react'

/** Asks what saving the form as it is would change on screens. Undefined: nothing to ask. */
export const ImpactCheck = createContext<(() => Promise<Impact | undefined>) | undefined>(undefined)
