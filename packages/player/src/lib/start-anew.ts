import { sleep } from './time/alarm.ts'

const AGAIN_MS = 10_000

/** Whether the page would come. Without it the browser would show an error of its own in its place, or a login to the net. */
export const wouldCome = (): Promise<boolean> =>
  fetch('/', { cache: 'no-store' })
    .then((answer) => (answer.ok ? answer.text() : ''))
    .then(
      (page) => page.includes('id="player"'),
      () => false,
    )

/** Starts the page anew as soon as it would come; until then what shows stays. */
export async function startAnew(): Promise<void> {
  while (!(await wouldCome())) await sleep(AGAIN_MS)
  location.reload()
}
