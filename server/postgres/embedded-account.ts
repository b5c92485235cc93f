import { spawnSync } from 'node:child_process'
import { accessSync, constants, readFileSync } from 'node:fs'
import { EmbeddedError } from './embedded-error.ts'

/** The system account PostgreSQL runs as when that isn't ourselves, i.e. when we are root, whom PostgreSQL refuses. */
export interface Account {
  uid: number
  gid: number
}

/** What `spawn` needs for running as the account (null: as ourselves); the minimal environment keeps LD_* and PG* out. */
export function runAs(account: Account | null) {
  if (process.platform === 'win32') return {}
  return { ...account, cwd: '/', env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' } }
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * Null for an ordinary user. For root: the owner of the data that exist already, so that they stay readable whoever
 * made them; else `postgres` where the machine has that user, else `nobody`.
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

/** Whether the account can enter the folder: tried by a process of that account, as modes alone don't tell (ACLs, mounts). */
export function canEnter(account: Account | null, folder: string): boolean {
  if (account) return spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], runAs(account)).status === 0
  try {
    accessSync(folder, constants.X_OK)
    return true
  } catch {
    return false
  }
}
