// Loaded into the server's process by the benches: reports on request the delay of its event loop since the last
// request, its longest uninterrupted work, and the processor time of its main thread.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION = 10
const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
delay.enable()
const milliseconds = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - RESOLUTION)

/** Maximum processor time in ms of this thread between two ticks of its timer: excludes other programs. */
let held = 0
const used = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
let last = used()
/** When the processor time was last told. */
let since = last
setInterval(() => {
  const now = used()
  held = Math.max(held, now - last)
  last = now
}, RESOLUTION).unref()

process.on('message', () => {
  const told = {
    p99: milliseconds(delay.percentile(99)),
    max: milliseconds(delay.max),
    held: Math.max(held, used() - last),
    used: used() - since,
  }
  since = used()
  last = since
  delay.reset()
  held = 0
  process.send(told)
})
process.channel?.unref()
