import { createStore } from 'zustand/vanilla'

/** A place for a new comment: fractions of the page, and of the widget below. */
export interface Place {
  x: number
  y: number
  widget: { id: string; name: string; x: number; y: number } | null
}

interface CommentsState {
  opened: boolean
  /** The comment whose thread is shown; null: the list. */
  chosen: string | null
  /** Where the comment that is being written goes. */
  draft: Place | null
  /** The next click on the page says where. */
  placing: boolean
  /** What a shortcut asked for, until the page answers. */
  asked: 'new' | 'next' | null
}

const CLOSED: CommentsState = { opened: false, chosen: null, draft: null, placing: false, asked: null }

/** Of the one page that is open: its button, its pins, and its panel share it. */
export const commentsState = createStore<CommentsState>(() => CLOSED)

export const closeComments = (): void => commentsState.setState(CLOSED)
export const showComment = (id: string | null): void =>
  commentsState.setState({ ...CLOSED, opened: true, chosen: id })
export const draftComment = (draft: Place): void => commentsState.setState({ ...CLOSED, opened: true, draft })
export const placeComment = (): void => commentsState.setState({ ...CLOSED, opened: true, placing: true })
export const askForComment = (asked: 'new' | 'next'): void => commentsState.setState({ opened: true, asked })
