import type { LayoutDocument } from '@vitrine/contract/api/content/page-document'
import type { Storyboard } from '@vitrine/contract/api/content/storyboards'
import { convertDeck, uploadOne } from '#content/media/api.ts'
import { saveSheet } from '#data/sources/api.ts'
import { api } from '#lib/api.ts'
import { newId } from '#lib/browser/new-id.ts'
import type { Arrival } from './arrival.ts'

interface Making {
  organizationId: string
  /** Of a slide show. */
  title: string
  /** The page of a sheet with this name. */
  board: (source: string) => Promise<LayoutDocument>
  /** Gets the finished share, 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Uploads what was dropped, and makes the storyboard that plays it. A call after a failure resumes. */
export function makerOf(arrival: Arrival): (making: Making) => Promise<Storyboard> {
  const uploaded = new Map<File, string>()
  const key = newId()
  const upload = async (file: File, { organizationId, signal }: Making, onShare: (share: number) => void) => {
    const id = uploaded.get(file) ?? (await uploadOne(file, onShare, { organizationId, signal })).id
    uploaded.set(file, id)
    return id
  }
  return async (making) => {
    const { organizationId, onProgress, signal } = making
    switch (arrival.as) {
      case 'file':
        return played('media', await upload(arrival.file, making, onProgress))
      case 'slides': {
        const mediaIds: string[] = []
        const { files } = arrival
        for (const [done, file] of files.entries())
          mediaIds.push(await upload(file, making, (share) => onProgress((done + share) / files.length)))
        const body = { name: making.title, mediaIds, organizationId }
        return (await api.shelf.slideShow({ body })).storyboard
      }
      case 'deck': {
        const { file, name } = arrival
        const converting = { seconds: null, onShare: onProgress, onStep: () => {}, signal }
        const { deckId } = await convertDeck(
          { key, file, name },
          { folderId: '', organizationId },
          converting,
        )
        return played('deck', deckId ?? '')
      }
      case 'board': {
        const { id, name } = await saveSheet(arrival.sheet, organizationId)
        return played('source', id, await making.board(name))
      }
      case 'page': {
        const { name, address } = arrival
        const body = { name, address, refreshSeconds: 0, zoom: 100, folderId: null, organizationId }
        return played('media', (await api.webMedia.create({ body })).media.id)
      }
    }
  }
}

const played = async (kind: 'media' | 'deck' | 'source', id: string, page?: LayoutDocument) =>
  (await api.shelf.play({ params: { id }, body: { kind, page } })).storyboard
