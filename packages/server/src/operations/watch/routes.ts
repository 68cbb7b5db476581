import { watch } from '@vitrine/contract/api/operations/watch'
import { feature } from '#base/handler.ts'
import { addressKey } from '#lib/http/address-key.ts'
import type { Watchers } from './watchers.ts'

export const watchFeature = feature(watch, ({ watchers }: { watchers: Watchers }) => ({
  stream: async ({ session, request, reply }) =>
    watchers.open({ ...session, address: addressKey(request.ip) }, () => {
      reply.hijack()
      return { response: reply.raw, headers: reply.getHeaders() }
    }),
}))
