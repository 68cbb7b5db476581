import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './root.mjs'

/**
 * Runs a command to its end and returns its exit code with all output, in order. `echo` also prints the output while it
 * runs.
 */
export function run(command, args, { echo = false, ...options } = {}) {
  return new Promise((resolve) => {
    const started = performance.now()
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
        if (echo) process.stderr.write(text)
      })
    const done = (code, extra = '') =>
      resolve({ code, output: output + extra, seconds: (performance.now() - started) / 1000 })
    child.on('error', (error) => done(1, `${command}: ${error.message}\n`))
    child.on('close', (code, signal) => done(code ?? 1, signal ? `${command} ended by ${signal}\n` : ''))
  })
}

/** Forwards SIGINT and SIGTERM to a child and returns its exit code after it has ended. */
export function follow(child) {
  const signals = ['SIGINT', 'SIGTERM']
  const relay = (signal) => child.kill(signal)
  for (const signal of signals) process.on(signal, relay)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      for (const name of signals) process.off(name, relay)
      resolve(code ?? (signal === 'SIGINT' ? 130 : signal === 'SIGTERM' ? 143 : 1))
    })
  })
}

/** Path of an installed package's command, to run it with a Node of our choice. */
export function binOf(packageName, command = packageName) {
  const folder = path.join(root, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return path.join(folder, typeof bin === 'string' ? bin : bin[command])
}
