import { expect } from 'vitest'
import type { Caller } from './harness.ts'

type Body = Record<string, never>

/** Calls without the contract, expects the status (201 for a POST, else 200), and returns the body. */
export async function ask(
  caller: Caller,
  method: string,
  path: string,
  body?: unknown,
  status?: number,
): Promise<Body> {
  const answer = await caller.call(method, path, body)
  const want = status ?? (method === 'POST' ? 201 : 200)
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBe(want)
  return answer.body as Body
}
