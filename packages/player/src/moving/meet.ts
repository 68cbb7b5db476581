import type { FromMeeting, ToMeeting } from './meeting.ts'

/**
 * The page that a player at another address frames before it moves here. It proves that this address is reachable and
 * belongs to a server that knows the screen, and returns a one-time ticket: the token itself is never in a URL.
 */
const send = (message: FromMeeting, to: string) => parent.postMessage(message, to)

async function askTicket({ token }: ToMeeting): Promise<FromMeeting> {
  const answer = await fetch('/api/player/hand-over', {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
  })
  const { ticket, message } = (await answer.json()) as { ticket?: string; message?: string }
  return ticket === undefined
    ? { meet: 'refused', why: message ?? `Status ${answer.status}` }
    : { meet: 'ticket', ticket }
}

addEventListener('message', ({ data, origin, source }: MessageEvent<ToMeeting>) => {
  if (source !== parent || typeof data?.token !== 'string') return
  void askTicket(data)
    .catch(() => ({ meet: 'refused' as const, why: 'Not a Vitrine server' }))
    .then((message) => send(message, origin))
})
send({ meet: 'ready' }, '*')
