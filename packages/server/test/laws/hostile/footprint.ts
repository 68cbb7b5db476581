import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** Milliseconds of processor time per Linux tick. */
const TICK = 10
const INTERVAL = 15

export interface Used {
  /** Processor time of the processes that did the work. */
  seconds: number
  /** Peak memory of one of them. */
  megabytes: number
}

/** Resources used by child processes while `work` runs; undefined if the system doesn't report them. */
export async function footprint(work: () => Promise<unknown>): Promise<Used | undefined> {
  if (process.platform !== 'linux') {
    await work()
    return undefined
  }
  const before = new Map<number, number>()
  const after = new Map<number, { seconds: number; megabytes: number }>()
  for (const pid of descendants(process.pid)) {
    before.set(pid, secondsOf(pid) ?? 0)
    forgetPeak(pid)
  }
  const look = () => {
    for (const pid of descendants(process.pid)) {
      const seconds = secondsOf(pid)
      const megabytes = peakOf(pid)
      if (seconds === undefined || megabytes === undefined) continue
      after.set(pid, { seconds: seconds - (before.get(pid) ?? 0), megabytes })
    }
  }
  let isDone = false
  const looking = (async () => {
    for (; !isDone; await wait(INTERVAL)) look()
  })()
  try {
    await work()
    look()
  } finally {
    isDone = true
    await looking
  }
  const all = [...after.values()]
  return {
    seconds: all.reduce((sum, { seconds }) => sum + seconds, 0),
    megabytes: Math.max(0, ...all.map(({ megabytes }) => megabytes)),
  }
}

function descendants(pid: number): number[] {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')
        .trim()
        .split(' ')
        .filter(Boolean)
        .map(Number),
    )
    return children.flatMap((child) => [child, ...descendants(child)])
  } catch {
    return []
  }
}

function secondsOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return ((Number(fields[11]) + Number(fields[12])) * TICK) / 1000
  } catch {
    return undefined
  }
}

function peakOf(pid: number): number | undefined {
  try {
    const [, kilobytes] = /^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
  } catch {
    return undefined
  }
}

function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
  } catch {
    // The process has ended.
  }
}
