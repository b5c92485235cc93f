import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { type EmbeddedPostgres, startEmbedded } from '#server/postgres/embedded.ts'

export const isRoot = process.getuid?.() === 0

/** Temporary folders, databases and processes of a test file; `end()` removes all of them. */
export function embeddedWorld() {
  const folders: string[] = []
  const databases: EmbeddedPostgres[] = []
  const apps: ChildProcess[] = []

  function folder(mode = 0o755): string {
    const made = mkdtempSync(join(tmpdir(), 'ward-test-'))
    chmodSync(made, mode)
    folders.push(made)
    return made
  }
  const systemFolder = folder()
  const lines: string[] = []

  async function start(dataDir: string, settings: Record<string, string> = {}): Promise<EmbeddedPostgres> {
    const database = await startEmbedded({
      dataDir,
      systemFolder,
      log: (line) => lines.push(line),
      fsync: false,
      settings,
    })
    databases.push(database)
    return database
  }

  /**
   * Starts another process that runs the database, in its own process group. `spoken` resolves with its first output.
   */
  async function startApp(dataDir: string) {
    const script = join(import.meta.dirname, 'embedded-app.ts')
    const child = spawn(process.execPath, [script, dataDir, systemFolder], {
      detached: true,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    apps.push(child)
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk))
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
    const spoken = new Promise<void>((resolve) => child.stdout.once('data', () => resolve()))
    return { pid: child.pid ?? 0, child, ended, spoken, output: () => output.trim() }
  }

  async function end() {
    await Promise.all(databases.map((database) => database.stop()))
    for (const app of apps) app.kill('SIGKILL')
    for (const one of folders) rmSync(one, { recursive: true, force: true, maxRetries: 5 })
  }

  const give = (one: string, { uid, gid }: { uid: number; gid: number }) => chownSync(one, uid, gid)

  return { folder, give, start, startApp, end, systemFolder, lines }
}

export async function queryDatabase<Row extends object>(database: EmbeddedPostgres, sql: string): Promise<Row[]> {
  const client = new Client(database.connection)
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

export async function countNotes(database: EmbeddedPostgres): Promise<number> {
  const [row] = await queryDatabase<{ count: number }>(database, 'SELECT count(*)::int AS count FROM note')
  return row?.count ?? 0
}

export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

export const postmasterOf = (dataDir: string) =>
  Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10)

/** The IDs of the postmaster and its child processes; Linux only. */
export function processesOf(postmaster: number): number[] {
  const children = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false
    try {
      return readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ')[1] === String(postmaster)
    } catch {
      return false
    }
  })
  return [postmaster, ...children.map(Number)]
}
