import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, createWriteStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The folder of PostgreSQL's server programs on Debian: the newest installed version. */
function postgresFolder(): string | null {
  const folder = '/usr/lib/postgresql'
  if (!existsSync(folder)) return null
  const versions = readdirSync(folder).filter((version) => existsSync(join(folder, version, 'bin/postgres')))
  const newest = versions.toSorted((a, b) => Number(b) - Number(a))[0]
  return newest ? join(folder, newest, 'bin') : null
}

/** The paths of the programs that a drill needs, by name; if some are missing, throws with the packages to install. */
export function findPrograms(packages: Record<string, string>): { path: Record<string, string>; postgres: string } {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  const path: Record<string, string> = {}
  const missing: string[] = []
  for (const [program, inPackage] of Object.entries(packages)) {
    const found = folders.map((folder) => join(folder, program)).find(isExecutable)
    if (found) path[program] = found
    else missing.push(inPackage)
  }
  const postgres = postgresFolder()
  if (!postgres) missing.push('postgresql')
  if (missing.length === 0 && postgres) return { path, postgres }
  throw new Error(`Not installed here: ${missing.join(', ')}. On Debian and Ubuntu, as root:
  apt-get install --no-install-recommends ${missing.join(' ')}
and stop what these packages start by themselves (systemctl disable --now …): the drill starts its own.`)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export interface Account {
  uid: number
  gid: number
}

export function accountOf(name: string): Account {
  const [, , uid, gid] = execFileSync('getent', ['passwd', name], { encoding: 'utf8' }).split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

/**
 * A long-running program of a drill with its output in a file. It is ended by its process ID, and when the drill ends.
 */
export class Program {
  readonly name: string
  readonly logFile: string
  #child: ChildProcess

  constructor(
    name: string,
    command: string,
    args: readonly string[],
    options: { env?: Record<string, string>; folder: string; account?: Account | null },
  ) {
    this.name = name
    this.logFile = join(options.folder, `${name}.log`)
    const log = createWriteStream(this.logFile, { flags: 'a' })
    this.#child = spawn(command, args, {
      env: { PATH: process.env['PATH'] ?? '', HOME: options.folder, LANG: 'C.UTF-8', ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...options.account,
    })
    this.#child.on('error', (error) => log.write(`${error.message}\n`))
    this.#child.stdout?.pipe(log, { end: false })
    this.#child.stderr?.pipe(log, { end: false })
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  get exitCode(): number | null {
    return this.#child.exitCode
  }

  async end(signal: NodeJS.Signals, patienceMs = 30_000): Promise<void> {
    if (this.hasEnded) return
    const ended = once(this.#child, 'exit')
    this.#child.kill(signal)
    const late = setTimeout(() => this.#child.kill('SIGKILL'), patienceMs)
    await ended
    clearTimeout(late)
  }

  /** The last lines of its output, for a drill that fails. */
  tail(lines = 15): string {
    return existsSync(this.logFile)
      ? readFileSync(this.logFile, 'utf8').trim().split('\n').slice(-lines).join('\n')
      : ''
  }
}

/** Polls a condition; throws after `timeoutMs`. Returns how long it took. */
export async function until(what: string, isSo: () => Promise<boolean>, timeoutMs: number): Promise<number> {
  const begun = performance.now()
  while (!(await isSo().catch(() => false))) {
    if (performance.now() - begun > timeoutMs) throw new Error(`${what}: not within ${timeoutMs / 1000} s`)
    await new Promise((done) => setTimeout(done, 50))
  }
  return performance.now() - begun
}
