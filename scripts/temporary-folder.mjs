import { chmodSync, mkdtempSync, readFileSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A test run was seen to use 0.7 GB for databases, uploads and browser profiles; the machine needs memory for itself, too. */
const neededBytes = 4 * 2 ** 30

/**
 * Creates a folder for all files of a test run: in memory if there is enough of it (creating the 1,300 files of a database takes
 * half a second on many disks, and a thirtieth of that in memory), else with the other temporary files. The caller removes it.
 * @param {string} memory the file system in memory
 * @param {string} memoryInfo the system's memory information
 * @returns {string}
 */
export function makeTemporaryFolder(memory = '/dev/shm', memoryInfo = '/proc/meminfo') {
  const folder = mkdtempSync(join(hasPlenty(memory, memoryInfo) ? memory : tmpdir(), 'ws-'))
  // If we are root, PostgreSQL runs as another user, who must be able to enter.
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
