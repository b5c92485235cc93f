import { chmodSync, mkdtempSync, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A run was seen to keep 0.7 GB of databases, uploads and browser profiles there; the machine needs memory for itself, too. */
const neededBytes = 4 * 2 ** 30

/**
 * Makes a folder for all that a test run writes: in memory where there is plenty (a database has 1,300 files, which many disks take half
 * a second to make and memory a thirtieth of that), else beside other temporary files. Whoever makes it removes it.
 * @param {string} memory where the system keeps files in memory
 * @param {string} memoryInfo the system's account of its memory
 * @returns {string}
 */
export function makeTemporaryFolder(memory = '/dev/shm', memoryInfo = '/proc/meminfo') {
  const folder = mkdtempSync(join(hasPlenty(memory, memoryInfo) ? memory : tmpdir(), 'ws-'))
  // Root's PostgreSQL runs as another user, who must get in.
  chmodSync(folder, 0o755)
  return folder
}

/** @param {string} memory @param {string} memoryInfo */
function hasPlenty(memory, memoryInfo) {
  try {
    const { bavail, bsize } = statfsSync(memory)
    const available = Number(/^MemAvailable:\s+(\d+) kB/m.exec(readFileSync(memoryInfo, 'utf8'))?.[1]) * 1024
    return bavail * bsize >= neededBytes && available >= 2 * neededBytes
  } catch {
    return false
  }
}
