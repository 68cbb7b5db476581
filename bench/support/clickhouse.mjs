import { fork } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const SERVER = path.resolve(import.meta.dirname, '../../scripts/setup/clickhouse-server.mjs')
/** Ticks per second of Linux's processor accounting. */
const TICKS = 100

/** Starts ClickHouse in a separate process, with its data in a temporary folder. */
export async function startClickhouse() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'vitrine-bench-clickhouse-'))
  const child = fork(SERVER, [folder], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] })
  const port = await new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', (code) => reject(new Error(`ClickHouse ended with code ${code}`)))
  })
  if (port === null) throw new Error("ClickHouse's engine isn't installed: run this with npm run bench")
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    async query(text) {
      const answer = await fetch(url, { method: 'POST', body: text })
      const said = await answer.text()
      if (!answer.ok) throw new Error(said)
      return said.trim()
    },
    /** Seconds of processor time so far, of all its threads. */
    cpu() {
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ')
      return (Number(fields[11]) + Number(fields[12])) / TICKS
    },
    /** Peak resident memory in MB. */
    memory() {
      const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
      return Number(kilobytes) / 1024
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.disconnect()
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
