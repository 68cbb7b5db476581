import { LATER_CALLS } from '@vitrine/contract/player/later-calls'
import type { Api } from '#lib/api.ts'
import { retryDelay } from '#lib/retry.ts'

/** The machine's key, which the kiosk setup adds to the player's URL. */
export const keyIn = (hash: string) => /[#&]machine=([0-9a-f]{64})(?:&|$)/.exec(hash)?.[1]

/** Rejects if the server refuses it. */
export async function sendMachineLog({ open }: Pick<Api, 'open'>, text: string): Promise<void> {
  const { end } = await open(LATER_CALLS.sendMachineLog, { body: { text } })
  end()
}

/** Registers this screen's machine with the server, which lets its browser open the organization's allowed sites. */
export function registerMachine(api: Pick<Api, 'open'>, hash = location.hash): { close: () => void } {
  const key = keyIn(hash)
  let timer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false
  const register = (attempt: number) => {
    api.open(LATER_CALLS.registerMachine, { body: { key } }).then(
      ({ end }) => end(),
      () => {
        if (!isClosed) timer = setTimeout(() => register(attempt + 1), 5000 + retryDelay(attempt))
      },
    )
  }
  if (key !== undefined) register(0)
  return {
    close: () => {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
