import { spawnSync } from 'node:child_process'
import { accessSync, constants, readFileSync } from 'node:fs'
import { EmbeddedError } from './embedded-error.ts'

/** The system account that PostgreSQL runs as if we are root, because PostgreSQL refuses to run as root. */
export interface Account {
  uid: number
  gid: number
}

/** Options of `spawn` to run as the account (null: as ourselves), with a minimal environment without LD_* and PG* variables. */
export function runAs(account: Account | null) {
  if (process.platform === 'win32') return {}
  return { ...account, cwd: '/', env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' } }
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * Null for an ordinary user. For root: the owner of existing data, so that they stay readable whoever created them; else the user
 * `postgres` if the machine has one, else `nobody`.
 */
export function chooseAccount(owner: Account | null, passwd = '/etc/passwd'): Account | null {
  if (!isRoot()) return null
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const users = new Map<string, Account>()
  for (const line of readFileSync(passwd, 'utf8').split('\n')) {
    const [name = '', , uid, gid] = line.split(':')
    // macOS writes nobody's id as -2
    if (uid && gid) users.set(name, { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 })
  }
  const found = users.get('postgres') ?? users.get('_postgres') ?? users.get('nobody')
  if (found && found.uid !== 0) return found
  throw new EmbeddedError(
    'START_FAILED',
    'PostgreSQL refuses to run as root, and this machine has neither a user postgres nor a user nobody',
    'Start Wardstock as an ordinary user, or set DATABASE_URL to use a PostgreSQL server of your own',
  )
}

/** Whether the account can enter the folder: tested with a process of that account, as file modes are not enough (ACLs, mounts). */
export function canEnter(account: Account | null, folder: string): boolean {
  if (account) return spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], runAs(account)).status === 0
  try {
    accessSync(folder, constants.X_OK)
    return true
  } catch {
    return false
  }
}
