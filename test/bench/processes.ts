import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Connection } from '#server/db/database.ts'
import type { BareJob } from './bare-server.ts'
import { buildServer, serverProgram } from '../../scripts/builds.mjs'
import { compileCache, memoryEnv, memoryFlags } from '../../scripts/runtime.mjs'
import type { LoadJob, LoadResult } from './load.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const beside = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** The process that generates the load. */
export class LoadMaker {
  #child = fork(beside('./load.ts'), { stdio: 'inherit' })

  async run(job: LoadJob): Promise<LoadResult> {
    this.#child.send(job)
    const [answer] = (await once(this.#child, 'message')) as [{ result: LoadResult } | { error: string }]
    if ('error' in answer) throw new Error(answer.error)
    return answer.result
  }

  stop(): void {
    this.#child.disconnect()
  }
}

export async function startBare(job: BareJob): Promise<{ port: number; stop(): void }> {
  const child = fork(beside('./bare-server.ts'), { stdio: 'inherit' })
  child.send(job)
  const [port] = (await once(child, 'message')) as [number]
  return { port, stop: () => child.disconnect() }
}

export interface AppProcess {
  port: number
  pid: number
  /** From the start of the process until it first responds as ready. */
  readyMs: number
  /** Resident memory of the process in MB; 0 if the system doesn't report it. */
  memory(): number
  /** Processor time of the process so far; 0 if the system doesn't report it. */
  processorMs(): number
  stop(): Promise<void>
}

let started = 0

/** Starts Wardstock as a user does, with logging, on a local port. */
export async function startApp(env: Record<string, string>): Promise<AppProcess> {
  const port = 20_000 + ((process.pid * 3 + started) % 10_000)
  started += 1
  if (!(await buildServer(root, process.execPath))) throw new Error('The server could not be built')
  const begun = performance.now()
  const child = spawn(process.execPath, [...memoryFlags, serverProgram], {
    cwd: root,
    env: {
      ...process.env,
      ...memoryEnv,
      ...compileCache(root),
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: 'http://localhost',
      SETUP_CODE: 'BENCH-CODE',
      SECRET_KEY: 'a key of benchmarks, long enough for it',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await untilReady(child, port)
  return {
    port,
    pid: child.pid ?? 0,
    readyMs: performance.now() - begun,
    memory: () => memoryOf(child),
    processorMs: () => processorMs(child.pid ?? 0).own,
    async stop() {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function untilReady(child: ChildProcess, port: number): Promise<void> {
  for (let attempt = 0; attempt < 3000; attempt += 1) {
    if (child.exitCode !== null) throw new Error('The app ended before it was ready')
    const isReady = await fetch(`http://127.0.0.1:${port}/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isReady) return
    await new Promise((done) => setTimeout(done, 10))
  }
  child.kill('SIGKILL')
  throw new Error('The app was not ready within 30 seconds')
}

/** Milliseconds of processor time of a process and of its ended children; zeros if the system doesn't report it. */
export function processorMs(pid: number): { parent: number; own: number; ended: number } {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').map(Number) ?? []
    const cpuMs = (from: number) => ((fields[from] ?? 0) + (fields[from + 1] ?? 0)) * 10
    return { parent: fields[1] ?? 0, own: cpuMs(11), ended: cpuMs(13) }
  } catch {
    return { parent: 0, own: 0, ended: 0 }
  }
}

/** Milliseconds of processor time of the whole database server that the process `session` belongs to. */
export function postgresMs(session: number): number {
  const { parent } = processorMs(session)
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const children = pids.map((pid) => processorMs(Number(pid))).filter((one) => one.parent === parent)
  return children.reduce((sum, one) => sum + one.own, processorMs(parent).ended)
}

function memoryOf(child: ChildProcess): number {
  try {
    const kilobytes = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]
    return Math.round(Number(kilobytes ?? 0) / 1024)
  } catch {
    return 0
  }
}

/** For DATABASE_URL. */
export function urlOf({
  host = '',
  port,
  user = '',
  database = '',
  password,
}: Connection & { password?: string }): string {
  const who = password ? `${user}:${encodeURIComponent(password)}` : user
  return `postgresql://${who}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
}
