/** Exit code of a server that can't start with these settings, so that retrying is useless. */
const CANNOT_START = 78
/** Exit code of a server that may start later with the same settings, for example once its database is there. */
const TRY_AGAIN = 75
/** Failed starts in a row after which the supervisor gives up. */
const FIRST_TRIES = 5
// Not SIGHUP: a listener would undo `nohup npm start`.
const SIGNALS = ['SIGINT', 'SIGTERM']

/** Milliseconds; tests choose shorter ones. */
const TIMES = {
  first: 1000,
  longest: 60_000,
  /** After serving this long, the next restart uses the first delay again. */
  steady: 60_000,
  /** Stopping takes the server 28 s at most. */
  patience: 35_000,
}

/**
 * Keeps a server running: `start` returns its process, which sends 'ready' once it serves. A process that ends
 * unexpectedly is restarted, after a delay that doubles each time, unless it exits with 0, was asked to stop, or can't
 * start at all. Returns the exit code for this process.
 */
export async function supervise(start, { say = console.error, times = TIMES } = {}) {
  let stopped = false
  let child
  let wake = () => {}
  let tooLong
  const stop = (signal) => {
    stopped = true
    wake()
    child?.kill(signal)
    tooLong ??= setTimeout(() => child?.kill('SIGKILL'), times.patience)
  }
  for (const signal of SIGNALS) process.on(signal, stop)
  try {
    let [hasServed, failures] = [false, 0]
    for (;;) {
      child = start()
      const { code, signal, served } = await follow(child)
      child = undefined
      hasServed ||= served !== undefined
      if (stopped || code === 0) return code ?? 0
      if (!hasServed) failures++
      if (!hasServed && (code === CANNOT_START || (code !== TRY_AGAIN && failures >= FIRST_TRIES)))
        return code ?? 1
      if (hasServed) failures = served >= times.steady ? 1 : failures + 1
      const delay = Math.min(times.longest, times.first * 2 ** (failures - 1))
      const reason = signal ? `signal ${signal}` : `exit code ${code}`
      say(
        code === TRY_AGAIN
          ? `Trying again in ${delay / 1000} s.`
          : `Vitrine stopped unexpectedly (${reason}). Restarting in ${delay / 1000} s.`,
      )
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, delay)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      if (stopped) return 0
    }
  } finally {
    clearTimeout(tooLong)
    for (const signal of SIGNALS) process.off(signal, stop)
  }
}

/** How a process ended, and how many milliseconds it had served; undefined if it never did. */
function follow(child) {
  let readyAt
  child.on('message', (message) => {
    if (message === 'ready') readyAt = performance.now()
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) =>
      resolve({ code, signal, served: readyAt && performance.now() - readyAt }),
    )
  })
}
