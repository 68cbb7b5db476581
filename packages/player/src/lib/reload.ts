import { sleep } from './time/alarm.ts'

const AGAIN_MS = 10_000

/** Whether a reload would succeed. Otherwise the browser would show its own error page or a captive portal. */
export const isReachable = (): Promise<boolean> =>
  startPage().then((page) => page?.includes('id="player"') ?? false)

/** The server's start page, if it responds. */
export const startPage = (): Promise<string | undefined> =>
  fetch('/', { cache: 'no-store' })
    .then((answer) => (answer.ok ? answer.text() : undefined))
    .catch(() => undefined)

/** Reloads the page once that will succeed; until then, the page stays up. */
export async function reloadWhenReachable(): Promise<void> {
  while (!(await isReachable())) await sleep(AGAIN_MS)
  location.reload()
}
