import { useState } from 'react'
import { api } from '#lib/api.ts'
import { useNow } from '#lib/use-now.ts'
import { useAction } from '#ui/work/use-write.ts'

/** The minimum interval between two codes. */
const AGAIN_AFTER_MS = 30_000

/** Seconds until another code may be sent; `sentAt` in `performance.now()` time, 0 for never. */
export function useWait(sentAt: number): number {
  useNow(1000)
  return sentAt === 0 ? 0 : Math.max(0, Math.ceil((sentAt + AGAIN_AFTER_MS - performance.now()) / 1000))
}

/** Sends the verification email; `wait`: seconds until it can be resent. */
export function useVerificationMail(email: string): { send: () => void; wait: number } {
  const [sentAt, setSentAt] = useState(0)
  const wait = useWait(sentAt)
  const send = useAction({
    write: () => api.auth.sendEmail({ body: { email } }),
    failed: 'errors.sendEmail',
    done: 'success.emailSent',
  })
  return { wait, send: () => void send(undefined).then((sent) => sent && setSentAt(performance.now())) }
}
