import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildServer, serverProgram } from '../../scripts/builds.mjs'
import { afterFile } from '#test/after-file.ts'
import { freePort } from '#test/server/free-ports.ts'
import type { TestServer } from '#test/server.ts'

export interface RunningServer {
  url: string
  pid: number
  /** Everything it has written so far. */
  output(): string
  /** Sends SIGTERM and waits; returns the exit code. Does nothing if the process has already ended. */
  stop(): Promise<number | null>
}

let building: Promise<boolean> | undefined

/** The path of the server program, built if it is not up to date. */
export async function builtServer(): Promise<string> {
  building ??= buildServer(process.cwd(), process.execPath)
  if (!(await building)) throw new Error('The server could not be built')
  return serverProgram
}

/** The environment variables of the test process that its child processes get, besides those the test sets. */
export const processEnv = (): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
})

/** Runs a command such as `server/verify.ts` as a separate process; with `account`, as another user. */
export function runCommand(
  script: string,
  args: readonly string[],
  env: Record<string, string>,
  account: { uid: number; gid: number } | null = null,
): Promise<{ code: number | null; text: string }> {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...processEnv(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...account,
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk))
  child.stderr.on('data', (chunk: Buffer) => (text += chunk))
  return new Promise((done) => child.once('close', (code) => done({ code, text })))
}

/** Starts the built server as a separate process; resolves when it is ready, throws if it ends before. */
export async function runServer(env: Record<string, string>, args: readonly string[] = []): Promise<RunningServer> {
  const port = await freePort()
  const child = spawn(process.execPath, [await builtServer(), ...args], {
    env: {
      ...processEnv(),
      LOG_LEVEL: 'warn',
      SECRET_KEY: 'a key of tests, long enough for them',
      SETUP_CODE: 'PROCESS-CODE',
      RATE_LIMITS: 'off',
      HOST: '127.0.0.1',
      PORT: String(port),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  const deadline = Date.now() + 120_000
  while (!output.includes('Wardstock is ready')) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`The server did not start: ${output}`)
    }
    await new Promise((done) => setTimeout(done, 30))
  }
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    output: () => output,
    stop() {
      if (child.exitCode === null) child.kill('SIGTERM')
      return ended
    },
  }
}

/** The same, on the database of a test's server. */
export async function runOver(
  { connection: { host = '', port, user, database } }: TestServer,
  args: readonly string[] = [],
): Promise<RunningServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'wardstock-crash-'))
  const DATABASE_URL = `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
  const server = await runServer({ DATABASE_URL, DATA_DIR: dataDir }, args)
  afterFile(async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  return server
}
