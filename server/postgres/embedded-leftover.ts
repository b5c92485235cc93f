import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedError } from './embedded-error.ts'

/**
 * Ends what a killed Wardstock left running on the data folder (absolute, without links), so that a new server can start
 * there. Only to be called by who holds the folder's lock. Throws START_FAILED when a process won't go.
 */
export async function stopLeftover(folder: string, log: (line: string) => void): Promise<void> {
  const postmaster = recordedPid(folder)
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', 20_000],
    ['SIGQUIT', 10_000],
  ]
  for (const [signal, patience] of steps) {
    const left = serversOf(folder, postmaster)
    if (left.length === 0) break
    log(`Stopping the database server (process ${postmaster ?? left.join(', ')}) that an earlier run left behind`)
    // without their postmaster, sessions end by themselves; SIGINT would only cancel what they do
    if (postmaster && left.includes(postmaster)) send(postmaster, signal)
    else if (signal === 'SIGQUIT') for (const pid of left) send(pid, signal)
    await waitUntil(() => serversOf(folder, postmaster).length === 0, patience)
  }
  const left = serversOf(folder, postmaster)
  if (left.length > 0) {
    throw new EmbeddedError(
      'START_FAILED',
      `An old database server (process ${left.join(', ')}) still uses ${folder}`,
      'End it by hand, then start again',
    )
  }
  // PostgreSQL would take an unrelated process that got the old server's id for that server, or in a copied folder the
  // original's, and refuse to start
  const isUnrelated = process.platform === 'linux' ? postmaster && existsSync(`/proc/${postmaster}`) : isCopied(folder)
  if (isUnrelated) rmSync(join(folder, 'postmaster.pid'), { force: true })
}

/** Whether the file that names the server was written for another folder. */
function isCopied(folder: string): boolean {
  try {
    const writtenFor = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[1] ?? ''
    return writtenFor !== '' && realpathSync(writtenFor) !== folder
  } catch {
    return false
  }
}

export async function waitUntil(isDone: () => boolean, patience: number): Promise<boolean> {
  const deadline = performance.now() + patience
  while (!isDone()) {
    if (performance.now() > deadline) return false
    await sleep(50)
  }
  return true
}

function recordedPid(folder: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(folder, 'postmaster.pid'), 'utf8'), 10) || undefined
  } catch {
    return undefined
  }
}

/** Processes of PostgreSQL that work in the folder; on Linux by their working directory, which each of them has there. */
function serversOf(folder: string, postmaster: number | undefined): number[] {
  if (process.platform === 'linux') {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && isServerOf(name, folder))
      .map(Number)
  }
  if (!postmaster || process.platform === 'win32') return []
  const command = spawnSync('ps', ['-p', String(postmaster), '-o', 'command='], { encoding: 'utf8' }).stdout ?? ''
  return command.includes(folder) ? [postmaster] : []
}

function isServerOf(pid: string, folder: string): boolean {
  try {
    return (
      readlinkSync(`/proc/${pid}/cwd`) === folder && readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres'
    )
  } catch {
    return false
  }
}

function send(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // gone meanwhile, which is what was wanted
  }
}
