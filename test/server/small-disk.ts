import { spawnSync } from 'node:child_process'

/** Puts a disk of that size ("8k", "20m") over a folder; false where the user may not. `umount -l` takes it away. */
export const mountSmallDisk = (folder: string, size: string): boolean =>
  process.getuid?.() === 0 && spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]).status === 0
