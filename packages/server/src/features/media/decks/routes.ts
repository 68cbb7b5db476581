import { decks } from '@vitrine/contract/api/conversions/decks'
import { downloadName } from '@vitrine/contract/file-name'
import { sendBlob } from '#blobs/send-blob.ts'
import { feature } from '#features/handler.ts'
import { deckRow, getDeck } from './queries.ts'
import { createDeck, replaceDeck } from './receive.ts'

export const decksFeature = feature(decks, {
  create: createDeck,
  get: async ({ db, params }) => ({ deck: await getDeck(db, params.id) }),
  replace: replaceDeck,
  download: async ({ db, params, request, reply, blobs }) => {
    const deck = await deckRow(db, params.id)
    const { sha256, mimetype } = deck
    const headers = { 'cache-control': 'private, no-cache' }
    return sendBlob(request, reply, blobs, { sha256, mimetype, headers, saveAs: downloadName(deck) })
  },
})
