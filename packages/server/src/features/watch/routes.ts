import { ROLES } from '@vitrine/contract/permissions'
import { watch } from '@vitrine/contract/watch'
import { feature } from '#features/handler.ts'

export const watchFeature = feature(watch, {
  stream: async ({ session, reply, watchers }) => {
    const { sessionId, organizationId, role } = session
    reply.hijack()
    watchers.open({
      sessionId,
      organizationId: role === ROLES.superAdmin ? null : organizationId,
      response: reply.raw,
      headers: reply.getHeaders(),
    })
  },
})
