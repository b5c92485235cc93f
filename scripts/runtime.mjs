import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * How V8 keeps the server's memory. By itself it lets short-lived objects fill 128 MB, where there is plenty, and what is no
 * longer used pile up to four times of what is; below a limit of 2 GB it looks sooner. The server itself needs some 70 MB.
 */
export const memoryFlags = ['--max-semi-space-size=16', '--initial-old-space-size=64', '--max-old-space-size=1024']

/** How glibc keeps the memory that V8 takes from it: what is free goes back, and threads share two pools. */
export const memoryEnv = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' }

/**
 * Where Node keeps the compiled program between starts, for the environment of a process: a third less work at each start.
 * A folder that can't be written to costs nothing.
 * @param {string} root
 */
export const compileCache = (root) => ({ NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node-compile') })

/** The same as package.json's engines, less Node 20: that one can start these scripts, but can't run TypeScript.
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
 * The Node that runs the server: the one npm installed with the project where it runs on this machine, else our own.
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
