import type { ManifestPart } from '@vitrine/contract/api/playback/manifest'
import type { Call } from '@vitrine/contract/client'

/** What the demo needs of a running server. */
export interface DemoServer {
  /** Calls a route in process. */
  inject(call: {
    method: Call['method']
    url: string
    headers: Record<string, string>
    payload?: Buffer | object
  }): PromiseLike<{ statusCode: number; body: string; json(): unknown }>
  services: {
    clock: { now(): number }
    /** `manifest`: undefined for a disconnected screen. */
    publisher: {
      manifest(deviceId: string): Promise<{ group: ManifestPart; device: ManifestPart } | undefined>
    }
    log: { debug(facts: object, message: string): void }
  }
}

/** The administrator that the first start created. */
export interface FirstSignIn {
  email: string
  password: string
}
