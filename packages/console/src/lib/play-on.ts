import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** Content to play: an approved or pending storyboard, or something to make one of. */
export interface PlaySubject {
  kind: 'storyboard' | 'card' | 'layout' | 'media'
  id: string
}

/** The known input of *Play on…*; the dialog asks for the rest. */
export interface PlayRequest {
  subject?: PlaySubject
  deviceIds?: readonly string[]
  groupIds?: readonly string[]
}

const request = createStore<{ open: PlayRequest | null }>(() => ({ open: null }))

/** Opens the *Play on…* dialog from anywhere. */
export const playOn = (open: PlayRequest): void => request.setState({ open })
export const closePlayOn = (): void => request.setState({ open: null })
export const usePlayRequest = (): PlayRequest | null => useStore(request, ({ open }) => open)
