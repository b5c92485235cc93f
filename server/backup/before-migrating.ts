import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Connection } from '#server/db/database.ts'
import { pendingMigrations } from '#server/db/migrate.ts'
import { writeBackup } from './write-backup.ts'

const backupsToKeep = 3
const prefix = 'before-'

/**
 * Before a new version migrates the schema, which can't be undone: backs up the rows to DATA_DIR/backups and keeps the last
 * three backups. Pictures are left out, as no migration changes them. Throws if the backup fails, so that nothing is migrated.
 */
export async function backUpBeforeMigrating(options: {
  connection: Connection
  dataDir: string
  print: (line: string) => void
}): Promise<void> {
  const { applied, pending } = await pendingMigrations(options.connection)
  const [next] = pending
  if (applied.length === 0 || !next) return
  const folder = join(options.dataDir, 'backups')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const moment = new Date().toISOString().replace(/[-:]|\.\d+/g, '')
  const path = join(folder, `${prefix}${next}-${moment}.tar.gz`)
  await writeBackup(path, { connection: options.connection })
  options.print(`Backed up before the database is brought up to date: ${path}`)
  const names = (await readdir(folder)).filter((name) => name.startsWith(prefix) && name.endsWith('.tar.gz'))
  // Sorted by the timestamp at the end of the name.
  const oldest = names.toSorted((a, b) => (a.slice(-23) < b.slice(-23) ? -1 : 1)).slice(0, -backupsToKeep)
  for (const name of oldest) await rm(join(folder, name))
}
