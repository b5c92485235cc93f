import { linkSync, mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const beat = 1_000
const dead = 15_000

/**
 * Does the work while no other command of this project does work of the same name: two starts in a fresh clone must not
 * install at once. The lock is a file that its holder touches each second; one untouched for 15 s has lost its holder.
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

/** By renaming, so that of several who find it dead one removes it, and gives a living one back.
 * @param {string} file */
function removeDead(file) {
  const aside = `${file}.${process.pid}`
  try {
    renameSync(file, aside)
    if (age(aside) <= dead) linkSync(aside, file)
    rmSync(aside, { force: true })
  } catch {
    // somebody else removed it
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
    // a missed beat does no harm
  }
}
