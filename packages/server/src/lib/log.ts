import pino, { type DestinationStream } from 'pino'

export type Log = pino.Logger

/** Query tokens, bearer tokens, passwords and codes never reach the log. */
const REDACTED = [
  'req.headers.authorization',
  'headers.authorization',
  '*.password',
  '*.currentPassword',
  '*.token',
  '*.refreshToken',
  '*.secret',
  '*.code',
]

/** The last word of these paths opens something. */
const SECRET_PATHS = /(\/(?:email\/verify|package-preview)\/)[^/?#]+/gi

export const redactUrl = (url: string): string =>
  url.replace(/([?&](?:token|code|secret)=)[^&]*/gi, '$1***').replace(SECRET_PATHS, '$1***')

export function createLog(level: string, destination?: DestinationStream): Log {
  const options = { level, redact: { paths: REDACTED, censor: '***' } }
  return destination ? pino(options, destination) : pino(options)
}
