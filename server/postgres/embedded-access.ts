import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type Account, canEnter } from './embedded-account.ts'
import { EmbeddedError } from './embedded-error.ts'
import { readState, removeState, writeState } from './embedded-state.ts'

export const onWindows = process.platform === 'win32'

/** How to reach the server: host is the private folder of a Unix socket; on Windows 127.0.0.1 with a password. */
export interface Access {
  host: string
  port: number
  password?: string
}

// 104 bytes on macOS and 108 on Linux, with the closing zero
const maxSocketPathLength = 103

/**
 * Opens a way in that only the server's account (and root) can use, and records it in the data folder, so that the next
 * start can clear it away after a crash. Only to be called by who holds the folder's lock.
 */
export async function openAccess(dataDir: string, account: Account | null): Promise<Access> {
  removeRecorded(dataDir, account)
  const access = onWindows
    ? { host: '127.0.0.1', port: await freePort(), password: windowsPassword(dataDir) }
    : { host: socketFolder(account), port: 5432 }
  writeState(dataDir, access)
  return access
}

export function closeAccess(dataDir: string, account: Account | null) {
  removeRecorded(dataDir, account)
  removeState(dataDir)
}

/** Whether clients can still find the server: cleaners of temporary folders take sockets away under a running one. */
export function isReachable({ host, port }: Access): boolean {
  return onWindows || existsSync(join(host, `.s.PGSQL.${port}`))
}

/** Makes the socket's folder again where it has gone. Throws when somebody else has taken its name meanwhile. */
export function reopenAccess({ host }: Access, account: Account | null) {
  if (onWindows) return
  if (!existsSync(host)) {
    mkdirSync(host, { mode: 0o700 })
    if (account) chownSync(host, account.uid, account.gid)
  }
  if (!isOurs(host, account)) throw new Error(`${host} belongs to somebody else now`)
}

function isOurs(folder: string, account: Account | null): boolean {
  const found = lstatSync(folder)
  return found.isDirectory() && found.uid === (account?.uid ?? process.getuid?.())
}

/** mkdtemp picks a name nobody can foresee and fails rather than take an existing folder. */
function socketFolder(account: Account | null): string {
  for (const parent of [tmpdir(), '/tmp', '/var/tmp']) {
    const fits = Buffer.byteLength(join(parent, 'wardstock-123456', '.s.PGSQL.5432.lock')) <= maxSocketPathLength
    if (!fits || !existsSync(parent) || !canEnter(account, parent)) continue
    try {
      const folder = mkdtempSync(join(parent, 'wardstock-'))
      if (account) chownSync(folder, account.uid, account.gid)
      return folder
    } catch (error) {
      if (!['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  }
  throw new EmbeddedError(
    'START_FAILED',
    `No folder for the database's socket can be made in ${tmpdir()}, /tmp or /var/tmp`,
    'Set TMPDIR to a folder with a short path that Wardstock can write to',
  )
}

/**
 * Only what was recorded for this very data folder, whose lock is ours, so that its owner is dead: the record in a copy
 * names a folder that the original may be using. And only a folder that is still ours: somebody else may have made one of
 * that name after a restart of the machine.
 */
function removeRecorded(dataDir: string, account: Account | null) {
  const host = readState(dataDir)?.host
  if (!host || !basename(host).startsWith('wardstock-') || !existsSync(host)) return
  if (isOurs(host, account)) rmSync(host, { recursive: true, force: true })
}

function windowsPassword(dataDir: string): string {
  const file = join(dataDir, 'postgres.password')
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx' })
  return readFileSync(file, 'utf8')
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
