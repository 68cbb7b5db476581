import { createPrivateKey, type KeyObject, type X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Clock } from '#lib/clock.ts'
import { type Settings, StartError } from '#lib/env.ts'
import type { Log } from '#lib/log.ts'
import { certificatesIn, chainProblem, refuseBinary } from './certificate-chain.ts'

/**
 * TLS 1.2 and 1.3, with forward secrecy and authenticated encryption only, as Mozilla's "intermediate" recommends: Node's
 * own list also has CBC and plain RSA. Every browser that runs the player has one of them.
 */
const PROTOCOL = {
  minVersion: 'TLSv1.2',
  ciphers: [
    ...['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256'],
    ...['ECDHE-ECDSA-AES256-GCM-SHA384', 'ECDHE-RSA-AES256-GCM-SHA384'],
    ...['ECDHE-ECDSA-CHACHA20-POLY1305', 'ECDHE-RSA-CHACHA20-POLY1305'],
    ...['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES128-GCM-SHA256'],
  ].join(':'),
} as const

/** Milliseconds between reads of the files, and until a renewed certificate is in use. */
const LOOK_MS = 30_000

interface Pair {
  cert: Buffer
  key: Buffer
  leaf: X509Certificate
  /** Why others may not trust it. */
  chainProblem: string | null
}

export type TlsOptions = { cert: Buffer; key: Buffer } & typeof PROTOCOL

interface SecureServer {
  setSecureContext(options: TlsOptions): void
}

/**
 * The certificate of TLS_CERT and TLS_KEY. Rereads its files periodically and uses them for new connections; keeps the
 * old certificate while the pair doesn't match, for example half-written.
 */
export class Certificate {
  readonly #files: { cert: string; key: string }
  readonly #log: Log
  #pair: Pair
  #servers: SecureServer[] = []
  #timer: NodeJS.Timeout | undefined
  #lastProblem = ''

  private constructor(files: { cert: string; key: string }, log: Log) {
    this.#files = files
    this.#log = log
    this.#pair = pairOf(read('TLS_CERT', files.cert), read('TLS_KEY', files.key))
  }

  /** Null without TLS. Throws a StartError for files that can't be read or don't match. */
  static open({ TLS_CERT, TLS_KEY }: Settings, log: Log, clock: Clock): Certificate | null {
    if (!TLS_CERT || !TLS_KEY) return null
    const certificate = new Certificate({ cert: TLS_CERT, key: TLS_KEY }, log)
    const { endsAt } = certificate
    if (endsAt <= clock.now())
      log.error({ endsAt: new Date(endsAt) }, 'The certificate in TLS_CERT has expired; browsers reject it')
    if (certificate.chainProblem) log.error(certificate.chainProblem)
    return certificate
  }

  get options(): TlsOptions {
    const { cert, key } = this.#pair
    return { cert, key, ...PROTOCOL }
  }

  /** Milliseconds since 1970. */
  get endsAt(): number {
    return this.#pair.leaf.validToDate.getTime()
  }

  /** Updates these servers' certificate until `close`. */
  follow(servers: object[]): void {
    this.#servers = servers.filter((server): server is SecureServer => 'setSecureContext' in server)
    this.#timer = setInterval(() => void this.look(), LOOK_MS)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  /** Why the files' current contents can't be used; empty if they can. */
  get problem(): string {
    return this.#lastProblem
  }

  /** Why browsers and screens may not trust the certificate in use; null if they will. */
  get chainProblem(): string | null {
    return this.#pair.chainProblem
  }

  /** Loads the files' current contents. */
  async look(): Promise<void> {
    try {
      const [cert, key] = await Promise.all([readFile(this.#files.cert), readFile(this.#files.key)])
      if (cert.equals(this.#pair.cert) && key.equals(this.#pair.key)) {
        this.#lastProblem = ''
        return
      }
      const pair = pairOf(cert, key)
      for (const server of this.#servers) server.setSecureContext({ cert, key, ...PROTOCOL })
      this.#pair = pair
      this.#lastProblem = ''
      if (pair.chainProblem) this.#log.error(pair.chainProblem)
      this.#log.info({ endsAt: pair.leaf.validToDate }, 'A renewed certificate is in use')
    } catch (error) {
      const problem = (error as Error).message
      if (problem !== this.#lastProblem)
        this.#log.warn({ err: error }, "Can't use the changed certificate; keeping the previous one")
      this.#lastProblem = problem
    }
  }
}

function read(setting: 'TLS_CERT' | 'TLS_KEY', file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new StartError(`The file of ${setting} can't be read: ${(error as Error).message}.`)
  }
}

function pairOf(cert: Buffer, key: Buffer): Pair {
  const chain = certificatesIn(cert)
  const [leaf, ...others] = chain
  refuseBinary('TLS_KEY', key, 'openssl pkey -inform der -in FILE -out FILE.pem')
  const secret: KeyObject = parsed('TLS_KEY is not a private key in PEM form without a passphrase', () =>
    createPrivateKey(key),
  )
  if (!leaf.checkPrivateKey(secret))
    throw new StartError(
      others.some((other) => other.checkPrivateKey(secret))
        ? "TLS_CERT has its certificates in the wrong order: this server's must come first, then the one that issued it, and so on."
        : "TLS_KEY doesn't match the certificate in TLS_CERT. Set a matching pair.",
    )
  return { cert, key, leaf, chainProblem: chainProblem(chain) }
}

function parsed<T>(problem: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw new StartError(`${problem}: ${(error as Error).message}.`)
  }
}
