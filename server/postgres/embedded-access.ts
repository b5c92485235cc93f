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

// socket paths may have 104 bytes on macOS and 108 on Linux, including the terminating zero
const maxSocketPathLength = 103

/**
 * Prepares a socket folder (on Windows: a port and a password) that only the server's account and root can use, and records it in
 * the data folder, so that the next start can remove it after a crash. Call it only while holding the folder's lock.
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

/** Whether the server's socket still exists: clean-up jobs for temporary folders may delete it while the server runs. */
export function isReachable({ host, port }: Access): boolean {
  return onWindows || existsSync(join(host, `.s.PGSQL.${port}`))
}

/** Creates the socket's folder again if it was deleted. Throws if another user has created a folder of that name meanwhile. */
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

/** Creates a private folder for the socket: mkdtemp picks an unpredictable name and never reuses an existing folder. */
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
 * Removes the socket folder of an earlier run. Only if it was recorded for this very data folder, as the record in a copy names a
 * folder that the original may be using; as we hold the lock, the earlier process is dead. And only if the folder still belongs to
 * us: after a restart of the machine another user may have created one of that name.
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
