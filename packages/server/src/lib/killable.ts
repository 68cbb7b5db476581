import { type ChildProcess, fork, type StdioOptions } from 'node:child_process'
import { fileURLToPath } from 'node:url'

interface Killable {
  /** Of JavaScript. Megabytes. */
  heap: number
  /** `pipe`: what it prints can be read. */
  output: 'pipe' | 'ignore'
}

/**
 * A process for strangers' files. It may read files, load the image library and start threads, and nothing else: no
 * writing, no processes, no settings to read.
 */
export function startKillable(script: URL, { heap, output }: Killable): ChildProcess {
  const stdio: StdioOptions = ['ignore', output, 'ignore', 'ipc']
  return fork(fileURLToPath(script), {
    execArgv: [
      `--max-old-space-size=${heap}`,
      '--permission',
      '--allow-fs-read=*',
      '--allow-addons',
      '--allow-worker',
      '--no-warnings',
    ],
    env: {},
    stdio,
  })
}
