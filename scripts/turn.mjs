import { linkSync, mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const beat = 1_000
const dead = 15_000

/**
 * Runs `work` under a lock of this name for the project: two starts in a fresh clone must not install at once. The lock is a file
 * that its holder touches every second; after 15 s without that, the holder counts as dead.
 * @template T
 * @param {string} root
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function takeTurn(root, name, work) {
  mkdirSync(join(root, 'dist'), { recursive: true })
  const file = join(root, 'dist', `.${name}.lock`)
  let hasReported = false
  while (!take(file)) {
    if (!hasReported) console.error(`Waiting for another command that is at the same work (${name})`)
    hasReported = true
    await sleep(200)
  }
  const heart = setInterval(() => touch(file), beat)
  try {
    return await work()
  } finally {
    clearInterval(heart)
    rmSync(file, { force: true })
  }
}

/** @param {string} file */
function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
    if (age(file) > dead) removeDead(file)
    return false
  }
}

/** Removes a dead lock by renaming it, so that only one of several processes does, and restores it if it is alive after all.
 * @param {string} file */
function removeDead(file) {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
    if (age(aside) <= dead) linkSync(aside, file)
    rmSync(aside, { force: true })
  } catch {
    // another process removed it
  }
}

/** @param {string} file */
function age(file) {
  const found = statSync(file, { throwIfNoEntry: false })
  return found ? Date.now() - found.mtimeMs : 0
}

/** @param {string} file */
function touch(file) {
  try {
    utimesSync(file, new Date(), new Date())
  } catch {
    // one missed touch does no harm
  }
}
