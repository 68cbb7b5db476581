import { sleep } from './time/alarm.ts'

const AGAIN_MS = 10_000

/** Whether a reload would succeed. If not, the browser would show its own error page or a captive portal. */
export const isReachable = (): Promise<boolean> =>
  fetch('/', { cache: 'no-store' })
    .then((answer) => (answer.ok ? answer.text() : ''))
    .then(
      (page) => page.includes('id="player"'),
      () => false,
    )

/** Reloads the page as soon as that would succeed. Until then, it stays as it is. */
export async function reloadWhenReachable(): Promise<void> {
  while (!(await isReachable())) await sleep(AGAIN_MS)
  location.reload()
}
