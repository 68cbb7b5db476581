import { traced } from './trace.mjs'

/**
 * The work of a page's main thread during `act`, from Chromium's own trace. `mark`: the event type that begins a new
 * part, e.g. `pointermove`. Returns milliseconds of work between marks, and of the longest task. Work is the thread's
 * own processor time: throttling counts, other load on the machine doesn't.
 */
export async function mainThreadWork(client, mark, act) {
  const events = await traced(client, ['toplevel', 'devtools.timeline'], act)
  const marks = events.filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === mark)
  if (marks.length === 0) throw new Error(`The page heard no ${mark}`)
  const { pid, tid } = marks[0]
  const tasks = outermost(
    events.filter(
      (event) => event.pid === pid && event.tid === tid && event.ph === 'X' && /RunTask/.test(event.name),
    ),
  )
  const starts = marks.filter((event) => event.pid === pid).map(({ ts }) => ts)
  const work = starts.slice(0, -1).map((from, index) => workBetween(tasks, from, starts[index + 1]))
  return { work, longest: Math.max(...tasks.map(costOf)) }
}

/** Drops tasks that run inside others. */
function outermost(tasks) {
  let end = 0
  return tasks
    .sort((a, b) => a.ts - b.ts)
    .filter(({ ts, dur }) => {
      if (ts < end) return false
      end = ts + dur
      return true
    })
}

const costOf = ({ tdur, dur }) => (tdur ?? dur) / 1000

/** A task that spans a mark is split between both parts. */
const workBetween = (tasks, from, to) =>
  tasks.reduce((sum, task) => {
    const inside = Math.min(to, task.ts + task.dur) - Math.max(from, task.ts)
    return inside > 0 ? sum + costOf(task) * (inside / task.dur) : sum
  }, 0)
