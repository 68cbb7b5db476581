import type { CallTree } from '#client.ts'

type Path = `/${string}`
const get = <P extends Path>(path: P) => ({ method: 'GET', path }) as const
const post = <P extends Path>(path: P) => ({ method: 'POST', path }) as const

/** The calls that screens make. Apart from the routes, which take them from here, because the player loads no schemas. */
export const CALLS = {
  player: {
    startPairing: post('/player/pairing'),
    awaitPairing: post('/player/pairing/wait'),
    manifest: get('/player/manifest'),
    stream: get('/player/stream'),
    heartbeat: post('/player/heartbeat'),
    plays: post('/player/plays'),
    picture: post('/player/picture'),
    commandDone: post('/player/commands/:commandId'),
    action: post('/player/actions'),
    time: get('/player/time'),
    file: get('/player/files/:sha256'),
    sendFile: post('/player/files/:sha256'),
  },
  screenAnswers: {
    report: post('/player/answers'),
  },
  contentOrigin: {
    get: get('/player/content-origin'),
  },
  screenData: {
    weather: get('/player/data/weather'),
    prayer: get('/player/data/prayer'),
    feed: get('/player/data/feed'),
  },
} as const satisfies CallTree

/** The header of a heartbeat that describes the screen, as percent-encoded JSON: the server reads it before the body. */
export const SCREEN_HEADER = 'x-vitrine-screen'
