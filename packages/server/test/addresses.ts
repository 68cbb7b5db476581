import { request } from 'node:http'
import type { TestServer } from './harness.ts'

/** Calls the API from one of this machine's many addresses (127.0.0.0/8). */
export function callFrom(
  server: TestServer,
  localAddress: string,
  method: string,
  path: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<{ status: number; retryAfter: number; ms: number }> {
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(
      `${server.origins.console}/api${path}`,
      {
        method,
        localAddress,
        agent: false,
        headers: { 'content-type': 'application/json', ...headers },
      },
      (answer) => {
        answer.resume()
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            retryAfter: Number(answer.headers['retry-after'] ?? 0),
            ms: performance.now() - started,
          }),
        )
      },
    )
    sent.on('error', reject)
    sent.end(JSON.stringify(body))
  })
}

export const loginFrom = (
  server: TestServer,
  localAddress: string,
  body: { email: string; password: string },
  headers: Record<string, string> = {},
) => callFrom(server, localAddress, 'POST', '/auth/login', body, headers)
