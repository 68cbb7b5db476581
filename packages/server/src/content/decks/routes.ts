import { deckVersions } from '@vitrine/contract/api/content/conversions/deck-versions'
import { decks } from '@vitrine/contract/api/content/conversions/decks'
import { downloadName } from '@vitrine/contract/file-name'
import { feature } from '#base/handler.ts'
import { sendBlob } from '#blobs/send-blob.ts'
import { deckRow, getDeck } from './queries.ts'
import { createDeck, type DeckParts, previewDeck, replaceDeck, restoreDeck } from './receive.ts'
import { getDeckVersion, listDeckVersions } from './versions.ts'

export const decksFeature = feature(decks, (services: DeckParts) => ({
  create: createDeck(services),
  preview: (context) => previewDeck({ ...context, ...services }),
  get: async ({ db, params }) => ({ deck: await getDeck(db, params.id) }),
  replace: replaceDeck(services),
  download: async ({ db, params, request, reply }) => {
    const deck = await deckRow(db, params.id)
    const { sha256, mimetype } = deck
    const headers = { 'cache-control': 'private, no-cache' }
    return sendBlob(request, reply, services.blobs, { sha256, mimetype, headers, saveAs: downloadName(deck) })
  },
}))

export const deckVersionsFeature = feature(deckVersions, (services: DeckParts) => ({
  list: async ({ db, params, clock }) => {
    const { id } = await deckRow(db, params.id)
    return { versions: await listDeckVersions(db, id, clock.now()) }
  },
  restore: (context) => restoreDeck({ ...context, ...services }),
  download: async ({ db, params, request, reply, clock }) => {
    const { id } = await deckRow(db, params.id)
    const version = await getDeckVersion(db, id, params.version, clock.now())
    const { sha256, mimetype } = version
    const headers = { 'cache-control': 'private, no-cache' }
    return sendBlob(request, reply, services.blobs, {
      sha256,
      mimetype,
      headers,
      saveAs: downloadName(version),
    })
  },
}))
