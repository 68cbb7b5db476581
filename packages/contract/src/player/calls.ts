import type { CallTree } from '#client.ts'

type Path = `/${string}`
const get = <P extends Path>(path: P, ...fields: string[]) => ({ method: 'GET', path, fields }) as const
const post = <P extends Path>(path: P, ...fields: string[]) => ({ method: 'POST', path, fields }) as const

/**
 * Calls made by screens, each with the response fields that tell it from a response of a proxy or another server.
 * Separate from the routes, which import them, because the player loads no schemas.
 */
export const CALLS = {
  player: {
    startPairing: post('/player/pairing', 'code', 'secret'),
    awaitPairing: post('/player/pairing/wait', 'claimed'),
    handOver: post('/player/hand-over', 'ticket'),
    takeOver: post('/player/take-over', 'token'),
    manifest: get('/player/manifest'),
    stream: get('/player/stream'),
    heartbeat: post('/player/heartbeat', 'serverTime'),
    beat: post('/player/beat', 'serverTime'),
    plays: post('/player/plays', 'accepted'),
    picture: post('/player/picture'),
    commandDone: post('/player/commands/:commandId'),
    action: post('/player/actions', 'state'),
    time: get('/player/time', 'serverTime'),
    file: get('/player/files/:sha256'),
    sendFile: post('/player/files/:sha256'),
  },
  screenAnswers: {
    report: post('/player/answers', 'accepted'),
  },
  contentOrigin: {
    get: get('/player/content-origin', 'url'),
  },
  screenData: {
    weather: get('/player/data/weather', 'weather'),
    prayer: get('/player/data/prayer', 'prayer'),
    feed: get('/player/data/feed', 'feed'),
    source: get('/player/data/source', 'source'),
  },
} as const satisfies CallTree

/** The header of a heartbeat that describes the screen, as percent-encoded JSON: the server reads it before the body. */
export const SCREEN_HEADER = 'x-vitrine-screen'
