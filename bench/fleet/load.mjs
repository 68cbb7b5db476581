import { fork } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'

const PATIENCE = 300_000
const now = () => performance.timeOrigin + performance.now()

/** File of an adapter: a name in `adapters`, or any other path. */
const fileOf = (adapter) =>
  adapter.includes('.') ? path.resolve(adapter) : path.join(import.meta.dirname, 'adapters', `${adapter}.mjs`)

/**
 * A server under load through an adapter, with screens in another process. `connect` returns the seconds until all are
 * connected; `round` makes a change and returns, for each state, the milliseconds until each screen reached it.
 */
export async function openLoad(adapter, options) {
  const file = pathToFileURL(fileOf(adapter)).href
  const { prepare, STATES } = await import(file)
  const prepared = await prepare(options)
  const players = fork(path.join(import.meta.dirname, 'load-players.mjs'))
  const receive = (kind) =>
    new Promise((resolve) => {
      const on = (message) => {
        if (message.kind !== kind) return
        players.off('message', on)
        resolve(message)
      }
      players.on('message', on)
    })
  return {
    states: STATES,
    count: prepared.screens.length,
    memory: prepared.memory,
    async connect() {
      const started = now()
      const { screens, shared } = prepared
      players.send({ kind: 'connect', file, screens, shared })
      const { at } = await receive('connected')
      return (Math.max(...at) - started) / 1000
    },
    async round() {
      const send = await prepared.change()
      const followed = receive('followed')
      players.send({ kind: 'follow', states: STATES, patience: PATIENCE })
      await receive('following')
      const sent = now()
      await send()
      const { at, failed } = await followed
      if (failed) console.error(`A screen failed: ${failed}`)
      return Object.fromEntries(STATES.map((state) => [state, at[state].map((instant) => instant - sent)]))
    },
    async close() {
      players.kill()
      await prepared.remove()
    },
  }
}
