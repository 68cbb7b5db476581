import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const BUILD = path.join(root, 'packages', 'client', 'build.mjs')

interface Ended {
  code: number | null
  /** Standard output. */
  out: string
  /** Standard error. */
  err: string
}

/** An empty project that has installed the packed `vitrine-client`. */
export class ClientProject {
  readonly folder: string
  private constructor(folder: string) {
    this.folder = folder
  }

  static async make(): Promise<ClientProject> {
    const project = new ClientProject(await mkdtemp(path.join(tmpdir(), 'vitrine-client-')))
    const built = path.join(project.folder, 'built')
    await project.write('package.json', '{ "private": true, "type": "module" }')
    await project.mustRun(process.execPath, ['--no-warnings', BUILD, built])
    const packed = await project.mustRun('npm', ['pack', '--silent', built])
    await rm(built, { recursive: true })
    await project.mustRun('npm', ['install', '--offline', '--silent', `./${packed.trim()}`])
    return project
  }

  get installed(): string {
    return path.join(this.folder, 'node_modules', 'vitrine-client')
  }

  write(name: string, content: string | Uint8Array): Promise<void> {
    return writeFile(path.join(this.folder, name), content)
  }

  /** Runs a program in the project's folder, with its commands in the path. */
  async run(program: string, args: string[], env: Record<string, string> = {}): Promise<Ended> {
    const { PATH = '' } = process.env
    const bin = path.join(this.folder, 'node_modules', '.bin')
    const found = [bin, path.dirname(process.execPath), PATH].join(path.delimiter)
    const child = spawn(program, args, { cwd: this.folder, env: { ...process.env, ...env, PATH: found } })
    const ended: Ended = { code: null, out: '', err: '' }
    child.stdin.end()
    child.stdout.on('data', (text) => (ended.out += text))
    child.stderr.on('data', (text) => (ended.err += text))
    ended.code = await new Promise((resolve, reject) => child.on('close', resolve).on('error', reject))
    return ended
  }

  async mustRun(program: string, args: string[], env?: Record<string, string>): Promise<string> {
    const { code, out, err } = await this.run(program, args, env)
    if (code !== 0) throw new Error(`${program} ${args.join(' ')}: ${code}\n${out}${err}`)
    return out
  }

  /** Checks types as strictly as the server's own. `types`: of the platform. */
  typeCheck(file: string, types: string): Promise<Ended> {
    const tsc = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    const roots = ['--typeRoots', path.join(root, 'node_modules', '@types'), '--types', types]
    const lib = types ? 'es2024' : 'es2024,dom'
    const target = ['--target', 'es2024', '--module', 'nodenext', '--lib', lib]
    return this.run(process.execPath, [tsc, '--noEmit', '--strict', ...target, ...roots, file])
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true })
  }
}
