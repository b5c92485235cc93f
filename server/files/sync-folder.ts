import { open } from 'node:fs/promises'

/** Syncs the folder, so that a new file name is safely on the disk too; Windows doesn't support it. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
