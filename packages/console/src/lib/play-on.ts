import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** What to play: an approved or a waiting storyboard, or something to make one of. */
export interface PlaySubject {
  kind: 'storyboard' | 'card' | 'layout' | 'media'
  id: string
}

/** Facts known when *Play on…* opens; the dialog asks for the rest. */
export interface PlayRequest {
  subject?: PlaySubject
  deviceIds?: readonly string[]
  groupIds?: readonly string[]
}

const request = createStore<{ open: PlayRequest | null }>(() => ({ open: null }))

/** "Put this on that screen": opens the one dialog for it, from wherever one is. */
export const playOn = (open: PlayRequest): void => request.setState({ open })
export const closePlayOn = (): void => request.setState({ open: null })
export const usePlayRequest = (): PlayRequest | null => useStore(request, ({ open }) => open)
