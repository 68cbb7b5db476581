// Loaded into the server's process by the benches: tells on request how late its event loop was since the last question.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION = 10
const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
delay.enable()
const milliseconds = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - RESOLUTION)

process.on('message', () => {
  const told = { p99: milliseconds(delay.percentile(99)), max: milliseconds(delay.max) }
  delay.reset()
  process.send(told)
})
process.channel?.unref()
