// Loaded into the server's process by the benches: reports on request the delay of its event loop since the last
// request, and its longest uninterrupted work.
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
setInterval(() => {
  const now = used()
  held = Math.max(held, now - last)
  last = now
}, RESOLUTION).unref()

process.on('message', () => {
  const told = { p99: milliseconds(delay.percentile(99)), max: milliseconds(delay.max), held }
  delay.reset()
  held = 0
  process.send(told)
})
process.channel?.unref()
