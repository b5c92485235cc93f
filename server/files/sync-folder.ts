import { open } from 'node:fs/promises'

/** So that a new name is on the disk too; Windows has no such thing. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
