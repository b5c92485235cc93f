import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Program, until } from './programs.ts'

/** A PostgreSQL under Patroni. */
export interface Node {
  name: string
  port: number
  statusPort: number
  data: string
  patroni: Program | null
}

interface Status {
  state: string
  role: string
  sync_standby?: boolean
  replication?: { sync_state: string; state: string }[]
}

async function statusOf(node: Node): Promise<Status | null> {
  return fetch(`http://127.0.0.1:${node.statusPort}/patroni`, { signal: AbortSignal.timeout(2000) }).then(
    (answer) => answer.json() as Promise<Status>,
    () => null,
  )
}

/** The primary and its standby, once the standby has all acknowledged writes; null before. */
export async function settled(nodes: readonly Node[]): Promise<{ primary: Node; standby: Node } | null> {
  for (const primary of nodes) {
    const status = await statusOf(primary)
    const isPrimary = status?.state === 'running' && ['master', 'primary'].includes(status.role)
    const isCopied = status?.replication?.some((one) => one.sync_state === 'sync' && one.state === 'streaming')
    const standby = nodes.find((node) => node !== primary)
    if (isPrimary && isCopied && standby && (await statusOf(standby))?.sync_standby) return { primary, standby }
  }
  return null
}

export const untilSettled = (nodes: readonly Node[], timeoutMs = 180_000) =>
  until('a primary with a standby that has everything', async () => (await settled(nodes)) !== null, timeoutMs)

/** The IDs of a node's PostgreSQL processes, the postmaster first. */
function postgresPids(node: Node): number[] {
  try {
    const postmaster = Number(readFileSync(join(node.data, 'postmaster.pid'), 'utf8').split('\n')[0])
    const children = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((pid) => parentOf(pid) === postmaster)
    return [postmaster, ...children.map(Number)]
  } catch {
    return []
  }
}

function parentOf(pid: string): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null
  }
}

export function killPostgres(node: Node, signal: NodeJS.Signals): void {
  for (const pid of postgresPids(node)) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has already ended.
    }
  }
}

/** Like a power failure: kills Patroni and PostgreSQL at once. */
export async function killMachine(node: Node): Promise<void> {
  const ended = node.patroni?.end('SIGKILL')
  killPostgres(node, 'SIGKILL')
  await ended
}

/** Kills PostgreSQL only; Patroni notices it. */
export const killDatabase = (node: Node): void => killPostgres(node, 'SIGKILL')
