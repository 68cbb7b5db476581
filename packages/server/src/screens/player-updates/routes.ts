import { playerUpdates } from '@vitrine/contract/api/screens/devices/player-updates'
import { screenUpdates } from '@vitrine/contract/api/screens/devices/screen-updates'
import { authorName } from '#accounts/authors/queries.ts'
import { feature } from '#base/handler.ts'
import type { Platform } from '#base/platform.ts'
import type { Publisher } from '#playback/publisher.ts'
import { answerScreen } from './answer-screen.ts'
import { decideUpdate, describeUpdate, latestUpdate, updateById } from './queries.ts'

export const playerUpdatesFeature = feature(playerUpdates, {
  current: async ({ db }) => {
    const latest = await latestUpdate(db)
    return { update: latest ? await describeUpdate(db, latest) : null }
  },
  decide: async ({ db, params, body, session, clock }) => {
    await decideUpdate(db, params.id, body.decision, await authorName(db, session.userId), clock.now())
    return { update: await describeUpdate(db, await updateById(db, params.id)) }
  },
})

interface Needs extends Pick<Platform, 'playerBuild'> {
  publisher: Publisher
}

export const screenUpdatesFeature = feature(screenUpdates, ({ playerBuild, publisher }: Needs) => ({
  ask: async ({ db, device, body, clock, afterCommit }) => {
    const seen = { build: playerBuild, now: clock.now() }
    const { hasStopped, ...answer } = await answerScreen(db, device, body, seen)
    const { organizationId } = device
    if (hasStopped) afterCommit(() => publisher.notifyAll([{ organizationId, topics: ['devices'] }]))
    return answer
  },
}))
