import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * V8's heap settings for the server. By default, on a machine with much memory, new objects may fill 128 MB, and garbage may grow
 * to four times the live data; with a heap limit below 2 GB, V8 collects it sooner. The server itself needs about 70 MB.
 */
export const memoryFlags = ['--max-semi-space-size=16', '--initial-old-space-size=64', '--max-old-space-size=1024']

/** glibc's malloc settings: return freed memory to the system, and share two arenas between all threads. */
export const memoryEnv = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' }

/**
 * Environment variable for Node's compile cache, which saves a third of the work at each start. A folder that can't be written to
 * does no harm.
 * @param {string} root
 */
export const compileCache = (root) => ({ NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node-compile') })

/** The same as `engines` in package.json, without Node 20, which can run these scripts but not TypeScript.
 * @param {string} version e.g. "24.21.0" */
export function canRunServer(version) {
  const [major = 0, minor = 0, patch = 0] = version
    .replace(/^v/, '')
    .split('.')
    .map((part) => Number.parseInt(part, 10))
  if (major === 22) return minor > 22 || (minor === 22 && patch >= 2)
  if (major === 24) return minor >= 15
  return major >= 26
}

/**
 * The Node for the server: the one that npm installed with the project if it runs on this machine, else the current one.
 * @param {string} root
 * @param {{ execPath: string, version: string }} own
 * @returns {string | null} null when neither will do
 */
export function chooseNode(root, own = { execPath: process.execPath, version: process.version }) {
  for (const candidate of pinned(root)) {
    const trial = spawnSync(candidate, ['-p', 'process.version'], { encoding: 'utf8', env: {} })
    if (trial.status === 0 && canRunServer(trial.stdout.trim())) return candidate
  }
  return canRunServer(own.version) ? own.execPath : null
}

/** @param {string} root */
function pinned(root) {
  const modules = join(root, 'node_modules')
  try {
    const names = readdirSync(modules).filter((name) => /^node-(linux|darwin|win)-/.test(name))
    return names.flatMap((name) => ['node', 'node.exe'].map((file) => join(modules, name, 'bin', file)))
  } catch {
    return []
  }
}

export const noNode =
  `Wardstock needs Node 22.22.2 or later, 24.15 or later, or 26, and the one that comes with its packages doesn't run ` +
  `here (this is ${process.version} on ${process.platform} ${process.arch}). Install Node 24 from your system, then start again.`
