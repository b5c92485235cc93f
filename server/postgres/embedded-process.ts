import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { type Account, runAs } from './embedded-account.ts'
import { type Access, onWindows } from './embedded-access.ts'
import { superuser } from './embedded-folder.ts'
import { waitUntil } from './embedded-leftover.ts'

export interface Launch {
  binaries: string
  folder: string
  access: Access
  account: Account | null
  logFile: string
  settings: string[]
  log: (line: string) => void
}

/** A running PostgreSQL that accepts connections. `exited` resolves when it has ended, for whatever reason. */
export interface Server {
  exited: Promise<void>
  hasExited(): boolean
  /** Fast shutdown (ends sessions, writes everything); after 20 s an immediate one, from which the next start recovers. */
  stop(): Promise<void>
  /** For the exit of our process, when nothing can be awaited: signals PostgreSQL, which then shuts down on its own. */
  abandon(): void
}

const maxLogBytes = 10_000_000
const patience = { answer: 30_000, recovery: 600_000, stop: 20_000 }

/** Starts PostgreSQL and returns when it accepts connections; otherwise throws with the last lines of its log. */
export async function launch(options: Launch): Promise<Server> {
  const { access, folder, logFile } = options
  const logged = makeRoomInLog(logFile)
  const output = openSync(logFile, 'a', 0o600)
  const listen = onWindows
    ? ['-c', 'listen_addresses=127.0.0.1']
    : ['-c', 'listen_addresses=', '-c', `unix_socket_directories=${access.host}`, '-c', 'unix_socket_permissions=0700']
  const child = spawn(
    join(options.binaries, 'bin', 'postgres'),
    ['-D', folder, '-p', String(access.port), ...options.settings, ...listen],
    // detached: Ctrl+C in the terminal must reach only us; we stop the database after the last request is answered
    { ...runAs(options.account), detached: true, windowsHide: true, stdio: ['ignore', output, output] },
  )
  closeSync(output)
  const server = watch(child, options)
  const lastWords = () => readFileSync(logFile).subarray(logged).toString().trim().split('\n').slice(-12).join('\n')
  try {
    await waitForAnswer(child, server, options)
  } catch (error) {
    server.kill('SIGQUIT')
    await Promise.race([server.exited, sleep(5_000)])
    throw new Error(`${(error as Error).message}. Its log says:\n${lastWords()}`, { cause: error })
  }
  child.unref()
  return server
}

function watch(child: ChildProcess, { binaries, folder }: Launch) {
  const isOver = () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    // the process couldn't be started at all
    child.once('error', () => resolve())
  })
  const kill = (signal: NodeJS.Signals) => !isOver() && child.kill(signal)
  const stop = async () => {
    child.ref()
    if (onWindows) spawn(join(binaries, 'bin', 'pg_ctl'), ['stop', '-D', folder, '-m', 'fast'], { windowsHide: true })
    else kill('SIGINT')
    if (await waitUntil(isOver, patience.stop)) return
    kill('SIGQUIT')
    if (!(await waitUntil(isOver, 5_000))) kill('SIGKILL')
    await exited
  }
  return { exited, hasExited: isOver, stop, kill, abandon: () => void kill('SIGINT') }
}

async function waitForAnswer(child: ChildProcess, server: { hasExited(): boolean }, { access, log }: Launch) {
  let failure: Error | undefined
  child.once('error', (error) => (failure = error))
  const begin = performance.now()
  let nextNote = 10_000
  for (;;) {
    await sleep(30)
    if (failure) throw failure
    if (server.hasExited()) throw new Error(`PostgreSQL ended at once (${child.signalCode ?? child.exitCode})`)
    const reply = await knock(access)
    if (reply === 'ready') return
    const waited = performance.now() - begin
    // after a crash it replays the WAL since its last checkpoint; killing it would only restart the recovery
    const limit = reply === 'starting' ? patience.recovery : patience.answer
    if (waited > limit) throw new Error(`PostgreSQL didn't answer within ${limit / 1000} s`)
    if (waited > nextNote) {
      log(reply === 'starting' ? 'The database is recovering from a crash' : 'Waiting for the database')
      nextNote += 10_000
    }
  }
}

async function knock(access: Access): Promise<'ready' | 'starting' | 'silent'> {
  const client = new Client({ ...access, user: superuser, database: 'postgres', connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('SELECT 1')
    return 'ready'
  } catch (error) {
    // cannot_connect_now
    return (error as { code?: string }).code === '57P03' ? 'starting' : 'silent'
  } finally {
    await client.end().catch(() => {})
  }
}

/** Rotates the log file if it is too large. Returns the offset of the next lines, in bytes. */
function makeRoomInLog(logFile: string): number {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  if (size < maxLogBytes) return size
  renameSync(logFile, `${logFile}.1`)
  return 0
}
