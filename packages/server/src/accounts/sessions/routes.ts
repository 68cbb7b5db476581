import { sessions } from '@vitrine/contract/api/accounts/sessions'
import { feature } from '#base/handler.ts'
import { notFound } from '#lib/errors.ts'
import { endOtherSessions, listSessions } from './queries.ts'

export const sessionsFeature = feature(sessions, {
  list: async ({ db, session, clock }) => ({ sessions: await listSessions(db, session, clock.now()) }),
  end: async ({ db, session, params }) => {
    const ended = await db
      .deleteFrom('sessions')
      .where('id', '=', params.id)
      .where('userId', '=', session.userId)
      .executeTakeFirst()
    if (ended.numDeletedRows === 0n) throw notFound('Session not found')
    return { id: params.id }
  },
  endOthers: async ({ db, session }) => ({ ended: await endOtherSessions(db, session) }),
})
