import { errorMessage } from '#lib/api.ts'
import { jittered } from '#lib/retry.ts'
import type { State } from '#lib/state.ts'
import { sleep } from '#lib/time/alarm.ts'
import { hashWith, MOVE_KEYS } from './arrive.ts'
import type { FromMeeting, ToMeeting } from './meeting.ts'

/** Shorter than a command's timeout. */
const MEET_MS = 8000
/** On the way back to HTTP: browsers usually block the frame, and the rest of the time is for the second try. */
const MEET_HTTP_MS = 3000
const AGAIN_MS = 60_000
/** Gives the response time to be sent before the page unloads. */
const LEAVE_MS = 500

interface Options {
  state: State
  token: () => string | undefined
  report: (problem: string) => void
}

/**
 * Moves this screen to another address of its server, after that address has proven that it accepts the screen. The
 * files here stay, for a return. Returns the reason if the screen can't move.
 */
export async function moveTo(address: string, { state, token }: Options): Promise<string | undefined> {
  if (address === location.origin) {
    // Ends a screen's moves: it stays where it is.
    await state.set({ [MOVE_KEYS.to]: undefined })
    return undefined
  }
  let ticket: string
  try {
    ticket = await ticketFor(address, { state, token })
  } catch (error) {
    return errorMessage(error)
  }
  await state.set({ [MOVE_KEYS.to]: address })
  setTimeout(() => go(address, ticket), LEAVE_MS)
  return undefined
}

/**
 * HTTPS pages can't frame HTTP ones, so a screen on HTTPS can't try an HTTP address. It still goes back to the one it
 * came from, with a ticket of the server that it is connected to.
 */
async function ticketFor(address: string, { state, token }: Omit<Options, 'report'>): Promise<string> {
  const isDowngrade = location.protocol === 'https:' && address.startsWith('http:')
  if (!isDowngrade) return ticketOf(address, token() ?? '')
  try {
    return await ticketOf(address, token() ?? '', MEET_HTTP_MS)
  } catch (error) {
    if ((await state.get(MOVE_KEYS.from)) === address) return ticketOf(location.origin, token() ?? '')
    throw new Error(
      `${errorMessage(error)}. From HTTPS, a screen only goes back to the HTTP address it came from`,
    )
  }
}

/** A screen that starts at its former address moves to the new one once that responds, and plays here until then. */
export async function followMove(address: string, { state, token, report }: Options): Promise<void> {
  for (let failures = 0; ; failures++) {
    try {
      const ticket = await ticketOf(address, token() ?? '')
      if ((await state.get(MOVE_KEYS.to)) === address) go(address, ticket)
      return
    } catch (error) {
      if (failures === 0) report(`${address}: ${errorMessage(error)}`)
      await sleep(jittered(AGAIN_MS, AGAIN_MS / 4))
      if ((await state.get(MOVE_KEYS.to)) !== address) return
    }
  }
}

const go = (address: string, ticket: string) =>
  location.assign(`${address}/${hashWith({ take: ticket, from: location.origin })}`)

/** Authenticates at the other address in a hidden frame. Rejects if it doesn't respond or doesn't know the screen. */
async function ticketOf(address: string, token: string, most = MEET_MS): Promise<string> {
  const frame = document.createElement('iframe')
  frame.hidden = true
  frame.src = `${address}/meet.html`
  try {
    return await new Promise<string>((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`${address} can't be reached from this screen, or its browser blocks it`)),
        most,
      )
      window.addEventListener(
        'message',
        function onMessage({ source, origin, data }: MessageEvent<FromMeeting>) {
          if (source !== frame.contentWindow || origin !== address) return
          // Restrict the target origin: a page that was redirected elsewhere gets nothing.
          if (data?.meet === 'ready')
            return frame.contentWindow?.postMessage({ token } satisfies ToMeeting, address)
          window.removeEventListener('message', onMessage)
          clearTimeout(timer)
          if (data?.meet === 'ticket') resolve(data.ticket)
          else reject(new Error(data?.meet === 'refused' ? data.why : 'Invalid response'))
        },
      )
      document.body.append(frame)
    })
  } finally {
    frame.remove()
  }
}
