import { spawnSync } from 'node:child_process'

/** Mounts a small disk ("8k", "20m") over a folder; returns false without root. `umount -l` removes it. */
export const mountSmallDisk = (folder: string, size: string): boolean =>
  process.getuid?.() === 0 && spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder]).status === 0
