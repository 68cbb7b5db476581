import { useQueryClient } from '@tanstack/react-query'
import type { Conversion } from '@vitrine/contract/api/content/conversions/conversions'
import type { Deck } from '@vitrine/contract/api/content/conversions/decks'
import i18next from 'i18next'
import { useEffect, useRef, useState } from 'react'
import { append, followConversion } from '#content/media/upload/deck-files.ts'
import { sendFile } from '#content/media/upload/send-file.ts'
import { api, upload } from '#lib/api.ts'
import { newId } from '#lib/browser/new-id.ts'
import { ApiError } from '#lib/server/transport.ts'
import { failureText, notifyFailure } from '#lib/text/error-text.ts'
import { notify } from '#lib/toasts.ts'
import { mediaKey } from '#queries/media.ts'

/** The upload's share of the total progress; rendering the pages is the rest. */
const SENT = 0.3

export type Replacing =
  | { kind: 'choosing' }
  | { kind: 'busy'; share: number; step: string }
  | { kind: 'asking'; conversion: Conversion }
  | { kind: 'failed'; problem: string }

/** Uploads the file and follows its conversion; closing the dialog cancels both. */
export function useReplacingDeck(deck: Deck, onDone: () => void) {
  const client = useQueryClient()
  const [state, setState] = useState<Replacing>({ kind: 'choosing' })
  const running = useRef<AbortController>(undefined)
  const asked = useRef<string>(undefined)
  const stop = () => {
    running.current?.abort()
    const id = asked.current
    asked.current = undefined
    if (id) void api.conversions.cancel({ params: { id } }).catch(() => {})
  }
  const stopAtEnd = useRef(stop)
  useEffect(() => () => stopAtEnd.current(), [])
  const undo = () => void undoReplacing(deck).then(() => client.invalidateQueries({ queryKey: mediaKey }))
  const follow = async (begin: (signal: AbortSignal) => Promise<Conversion>) => {
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    try {
      const { id } = await begin(signal)
      const onPages = (share: number, step: string) =>
        setState({ kind: 'busy', share: SENT + (1 - SENT) * share, step })
      const ended = await followConversion(id, { onPages, signal })
      if (ended.state === 'failed') throw new Error(ended.error ?? '')
      if (ended.state === 'asking') {
        asked.current = id
        setState({ kind: 'asking', conversion: ended })
        return
      }
      notifyReplaced(deck, ended, undo)
      void client.invalidateQueries({ queryKey: mediaKey })
      onDone()
    } catch (error) {
      if (signal.aborted) return
      setState({ kind: 'failed', problem: problemOf(error) })
      notifyFailure(error, 'serverErrors.upload')
    }
  }
  const send = (file: File) =>
    follow((signal) => {
      const onShare = (share: number) => setState({ kind: 'busy', share: share * SENT, step: '' })
      onShare(0)
      return sendDeck(deck, file, { signal, onShare })
    })
  const confirm = ({ id }: Conversion) =>
    follow(async () => {
      setState({ kind: 'busy', share: SENT, step: '' })
      asked.current = undefined
      return (await api.conversions.confirm({ params: { id } })).conversion
    })
  const restore = (version: number) =>
    follow(async () => {
      setState({ kind: 'busy', share: SENT, step: '' })
      return beginRestoring(deck, version)
    })
  return { state, send, confirm, restore, stop }
}

const beginRestoring = async ({ id }: Pick<Deck, 'id'>, version: number): Promise<Conversion> =>
  (await api.deckVersions.restore({ params: { id, version } })).conversion

function notifyReplaced(deck: Deck, { storyboardId, total }: Conversion, undo?: () => void): void {
  const isPending = storyboardId !== null && total !== deck.pages
  const message = i18next.t(isPending ? 'media.decks.replacedPending' : 'media.decks.replaced')
  notify({ kind: 'positive', message, ...(undo && { undo }) })
}

/** Restores a deck's previous file; its pages render in the background. */
async function undoReplacing(deck: Deck): Promise<void> {
  const { name } = deck
  notify({ kind: 'info', title: i18next.t('media.decks.restoring', { name }) })
  const { signal } = new AbortController()
  try {
    const { id } = await beginRestoring(deck, deck.version)
    const { state, error } = await followConversion(id, { onPages: () => {}, signal })
    if (state === 'failed') throw new Error(error ?? '')
    notify({ kind: 'positive', message: i18next.t('undo.done') })
  } catch (error) {
    const detail = error instanceof ApiError ? '' : (error as Error).message
    notify({ kind: 'negative', message: detail || failureText(error, 'undo.failed') })
  }
}

async function sendDeck(
  { id, version }: Deck,
  file: File,
  { signal, onShare }: { signal: AbortSignal; onShare: (share: number) => void },
): Promise<Conversion> {
  const arrived = await sendFile(file, { signal, onShare, onWaiting: () => {} })
  const form = new FormData()
  form.append('version', String(version))
  append(form, arrived, file.name)
  const { conversion } = await upload(api.decks.replace.route, { params: { id } }, form, {
    signal,
    key: newId(),
    ...(arrived === file && { onProgress: ({ loaded, total }) => onShare(total > 0 ? loaded / total : 0) }),
  })
  return conversion
}

const problemOf = (error: unknown): string => {
  const detail = error instanceof ApiError ? error.errors['media.0'] : (error as Error).message
  return detail || failureText(error, 'serverErrors.upload')
}
