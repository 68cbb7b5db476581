import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Dropped } from './dropped-files.ts'

/** Content to play: an approved or pending storyboard, or something that one is made for. */
export interface PlaySubject {
  kind: 'storyboard' | 'card' | 'layout' | 'template' | 'media' | 'deck' | 'source'
  id: string
  /** Where it was opened from knows its row. */
  row?: { name: string; organizationId: string }
}

/** The known input of *Play on…*; the dialog asks for the rest. */
export interface PlayRequest {
  subject?: PlaySubject
  /** What was dropped, pasted, or chosen on this device. */
  dropped?: Dropped
  deviceIds?: readonly string[]
  groupIds?: readonly string[]
  /** The first choice of when; now by default. */
  when?: 'weekly'
}

const request = createStore<{ open: PlayRequest | null }>(() => ({ open: null }))

/** Opens the *Play on…* dialog from anywhere. */
export const playOn = (open: PlayRequest): void => request.setState({ open })
export const closePlayOn = (): void => request.setState({ open: null })
export const usePlayRequest = (): PlayRequest | null => useStore(request, ({ open }) => open)
