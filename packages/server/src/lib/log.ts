import pino, { type DestinationStream } from 'pino'
import pretty from 'pino-pretty'

export type Log = pino.Logger

/** Passwords, tokens, keys and codes never reach the log, at any depth of an object. */
const SECRETS = [
  'authorization',
  'password',
  'currentPassword',
  'token',
  'refreshToken',
  'mediaToken',
  'secret',
  'code',
  'kioskCode',
]
const REDACTED = ['', '*.', '*.*.'].flatMap((prefix) => SECRETS.map((name) => prefix + name))

/** An error's code is safe to log; any other `code` field may be a secret. pino hides the path. */
class ErrorCode {
  readonly #code: unknown
  constructor(code: unknown) {
    this.#code = code
  }
  toJSON(): unknown {
    return this.#code
  }
}

const censor = (value: unknown): unknown => (value instanceof ErrorCode ? value : '***')

function serializeError(error: Error): unknown {
  const plain: unknown = pino.stdSerializers.err(error)
  if (!(error instanceof Error) || !('code' in error)) return plain
  return Object.assign({ ...(plain as object) }, { code: new ErrorCode(error.code) })
}

/** Paths whose last segment is a secret. */
const SECRET_PATHS = /(\/(?:email\/verify|package-preview|trigger)\/)[^/?#]+/gi

export const redactUrl = (url: string): string =>
  url.replace(/([?&](?:token|code|secret)=)[^&]*/gi, '$1***').replace(SECRET_PATHS, '$1***')

/** Maximum bytes buffered for the log's reader; beyond that, lines are dropped. */
const WAITING_MAX = 16 * 2 ** 20

/** The longest fields of a line, which the JSON has and a terminal needn't. */
const NOT_AT_A_TERMINAL = 'pid,hostname,settings,database,files'

/** Plain lines for a person at a terminal, JSON for programs. */
export const outputFor = (output: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>): DestinationStream =>
  output.isTTY
    ? pretty({
        ignore: NOT_AT_A_TERMINAL,
        translateTime: 'SYS:HH:MM:ss',
        singleLine: true,
        // In order with what the server prints itself.
        sync: true,
        destination: output as NodeJS.WriteStream,
      })
    : pino.destination({ dest: 1, sync: false, maxLength: WAITING_MAX })

/**
 * Writes lines in the background, or thousands of requests would each wait for the log; pending lines are flushed when
 * the process exits.
 */
export function createLog(level: string, destination = outputFor(process.stdout)): Log {
  return pino(
    { level, serializers: { err: serializeError }, redact: { paths: REDACTED, censor } },
    destination,
  )
}

/** The same log without redaction, for lines of fixed fields without secrets, at a third of the cost. */
export const withoutRedaction = (log: Log): Log => log.child({}, { redact: [] })
