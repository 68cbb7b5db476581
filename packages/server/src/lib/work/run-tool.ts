import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'

interface ToolLimits {
  /** Milliseconds of wall time. */
  time: number
  /** Seconds of processor time. */
  cpu: number
  /** Megabytes of address space, of which programs reserve far more than they use; undefined: no limit. */
  memory?: number
  /** Maximum megabytes of each written file. */
  file: number
}

interface ToolRun extends ToolLimits {
  /** Working folder. */
  folder: string
  /** Blocks network access if the system supports it (`networkBlock`). */
  offline: boolean
  signal: AbortSignal
  /** Called for each line of output. */
  onLine?: (line: string) => void
}

/**
 * `code` null: the tool hit a limit (time, processor time, memory) or was stopped. `errors`: the end of its error
 * output.
 */
export interface ToolEnd {
  code: number | null
  late: boolean
  errors: string
}

const ERRORS_KEPT = 2000
const LINE_MAX = 4096

/** `sh` sets its own limits, then execs the program. Limits that a system doesn't support are skipped. */
const LIMITED =
  'ulimit -c 0; ulimit -t "$1"; ulimit -f "$2"; [ -z "$3" ] || ulimit -v "$3" 2>/dev/null; shift 3; exec nice -n 15 "$@"'

/**
 * Runs an installed program on an untrusted file: with limits enforced by the system, at the lowest priority, without
 * the server's environment, and with all its child processes ended together.
 */
export async function runTool(
  program: string,
  args: readonly string[],
  { folder, offline, signal, onLine, time, cpu, memory, file }: ToolRun,
): Promise<ToolEnd> {
  const block = offline ? await networkBlock() : { command: [], env: {} }
  const limits = [String(cpu), String(file * 2048), memory === undefined ? '' : String(memory * 1024)]
  const child = spawn('/bin/sh', ['-c', LIMITED, 'sh', ...limits, ...block.command, program, ...args], {
    cwd: folder,
    // A separate process group, to kill all of it.
    detached: true,
    stdio: ['ignore', onLine ? 'pipe' : 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, LANG: 'C.UTF-8', ...block.env },
  })
  let late = false
  const stop = () => endGroup(child)
  const timer = setTimeout(() => {
    late = true
    stop()
  }, time)
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (piece: string) => {
    errors = (errors + piece).slice(-ERRORS_KEPT)
  })
  if (onLine) splitLines(child, onLine)
  try {
    const code = await new Promise<number | null>((resolve) => {
      child.once('error', () => resolve(null))
      child.once('close', resolve)
    })
    return { code, late, errors }
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    // Kills child processes that it left running.
    stop()
  }
}

function splitLines({ stdout }: ChildProcess, onLine: (line: string) => void): void {
  let rest = ''
  stdout?.setEncoding('utf8').on('data', (piece: string) => {
    const lines = (rest + piece).split('\n')
    rest = (lines.pop() ?? '').slice(-LINE_MAX)
    for (const line of lines) onLine(line)
  })
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All processes have ended.
  }
}

/**
 * How tools are kept off the network. `namespace`: by the system. `proxy`: by the address of a proxy that doesn't
 * exist.
 */
export interface NetworkBlock {
  kind: 'namespace' | 'proxy'
  command: readonly string[]
  env: Readonly<Record<string, string>>
}

const NOWHERE = 'http://127.0.0.1:9'
const PROXY: NetworkBlock = {
  kind: 'proxy',
  command: [],
  env: { http_proxy: NOWHERE, https_proxy: NOWHERE, ftp_proxy: NOWHERE, all_proxy: NOWHERE },
}
/** For unprivileged accounts, and for root if those namespaces are disabled. */
const UNSHARE = [
  ['unshare', '--user', '--map-current-user', '--net', '--'],
  ['unshare', '--net', '--'],
]

let found: Promise<NetworkBlock> | undefined

/** Tested once per process. */
export const networkBlock = (): Promise<NetworkBlock> => {
  found ??= tryNamespaces()
  return found
}

async function tryNamespaces(): Promise<NetworkBlock> {
  for (const command of UNSHARE) {
    const [program = '', ...args] = command
    const works = await promisify(execFile)(program, [...args, 'true'], { timeout: 5000 }).then(
      () => true,
      () => false,
    )
    if (works) return { kind: 'namespace', command, env: {} }
  }
  return PROXY
}
