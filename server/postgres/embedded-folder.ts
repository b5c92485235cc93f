import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Account, canEnter, runAs } from './embedded-account.ts'
import { onWindows } from './embedded-access.ts'
import { EmbeddedError } from './embedded-error.ts'
import { makeOpenFolder, openSystemFolder } from './embedded-system-folder.ts'

export const superuser = 'wardstock'

/** The real folder of the existing data, or null if there are none yet. Throws if they are missing or damaged, so as not to start empty. */
export function findData(dataDir: string): string | null {
  const place = join(dataDir, 'postgres')
  const entry = lstatSync(place, { throwIfNoEntry: false })
  if (!entry) return null
  if (entry.isSymbolicLink() && !existsSync(place)) {
    throw new EmbeddedError(
      'START_FAILED',
      `${place} leads to a folder that is gone`,
      'Bring that folder back from a backup, or remove the link to begin with an empty database',
    )
  }
  const folder = realpathSync(place)
  const content = readdirSync(folder)
  if (content.length === 0 && !entry.isSymbolicLink()) return null
  if (content.includes('PG_VERSION')) return folder
  throw new EmbeddedError(
    'START_FAILED',
    `${folder} holds files, but not those of a PostgreSQL database`,
    'Move it away, or set DATA_DIR to another folder',
  )
}

/** Throws WRONG_VERSION if another major version created the data, START_FAILED if the account can't access them. */
export function checkData(folder: string, account: Account | null, version: string) {
  const ours = Number.parseInt(version, 10)
  const theirs = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  if (theirs !== String(ours)) {
    throw new EmbeddedError(
      'WRONG_VERSION',
      `The data in ${folder} were made by PostgreSQL ${theirs}, and this Wardstock brings PostgreSQL ${ours}`,
      `Dump them with the Wardstock or PostgreSQL that made them (pg_dump), move ${folder} away and restore the dump ` +
        'into the new, empty database',
    )
  }
  const runner = account?.uid ?? process.getuid?.()
  const owner = statSync(folder).uid
  if (runner !== undefined && owner !== runner) {
    throw new EmbeddedError(
      'START_FAILED',
      `The data in ${folder} belong to another user (id ${owner}) than the one PostgreSQL runs as (id ${runner})`,
      account ? `Run "chown -R ${runner} ${folder}"` : 'Start Wardstock as that user or as root, or give it the folder',
    )
  }
  if (!canEnter(account, folder)) {
    throw new EmbeddedError(
      'START_FAILED',
      `The user that owns the data (id ${account?.uid}) can't reach ${folder}`,
      'Open the folders above it to be passed through (chmod o+x), or move the data and set DATA_DIR',
    )
  }
}

export interface NewData {
  dataDir: string
  account: Account | null
  /** The folder for data if the account can't access dataDir, e.g. /var/lib/wardstock. */
  systemFolder: string
  binaries: string
  fsync: boolean
}

/** Creates an empty database cluster and returns its real folder. It appears in dataDir complete or not at all. */
export async function makeData(options: NewData): Promise<string> {
  const { dataDir, account } = options
  // a random name: a project that is deleted and cloned again must not find the old data
  const home = canEnter(account, dataDir)
    ? dataDir
    : makeOpenFolder(join(openSystemFolder(options.systemFolder, dataDir), randomUUID()))
  for (const name of readdirSync(home)) {
    // leftovers of a start that was killed
    if (name.startsWith('postgres.new-')) rmSync(join(home, name), { recursive: true, force: true })
  }
  const fresh = join(home, `postgres.new-${randomBytes(4).toString('hex')}`)
  mkdirSync(fresh, { mode: 0o700 })
  if (account) chownSync(fresh, account.uid, account.gid)
  try {
    await initdb(fresh, options)
    const place = join(dataDir, 'postgres')
    if (existsSync(place)) rmdirSync(place)
    const folder = join(home, 'postgres')
    renameSync(fresh, folder)
    if (folder !== place) symlinkSync(folder, place)
    return realpathSync(folder)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (home !== dataDir) rmSync(home, { recursive: true, force: true })
    throw error
  }
}

function initdb(folder: string, { binaries, dataDir, account, fsync }: NewData): Promise<void> {
  const access = onWindows
    ? ['--auth=scram-sha-256', `--pwfile=${join(dataDir, 'postgres.password')}`]
    : ['--auth-local=trust', '--auth-host=reject']
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const more = [...access, ...locale, '--data-checksums', ...(fsync ? [] : ['--no-sync'])]
  return new Promise((resolve, reject) => {
    const child = spawn(join(binaries, 'bin', 'initdb'), ['-D', folder, '-U', superuser, ...more], runAs(account))
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk))
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk))
    child.once('error', reject)
    child.once('close', (code, signal) => {
      if (code === 0) resolve()
      else reject(new Error(`initdb ended with ${signal ?? code}: ${output.trim().split('\n').slice(-12).join('\n')}`))
    })
  })
}
