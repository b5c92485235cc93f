import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedError } from './embedded-error.ts'

/**
 * Stops the database server that a killed Wardstock left running on the data folder (absolute path, without links), so that a new
 * one can start there. Call it only while holding the folder's lock. Throws START_FAILED if a process doesn't end.
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
    // without their postmaster, sessions end by themselves; SIGINT would only cancel their current statement
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
  // PostgreSQL refuses to start if postmaster.pid names a living process, even an unrelated one that got the old server's
  // process id, or in a copied folder the server of the original
  const isUnrelated = process.platform === 'linux' ? postmaster && existsSync(`/proc/${postmaster}`) : isCopied(folder)
  if (isUnrelated) rmSync(join(folder, 'postmaster.pid'), { force: true })
}

/** Whether postmaster.pid was written for another folder. */
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

/** The PostgreSQL processes that use the folder; on Linux found by their working directory. */
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
    // it has already ended
  }
}
