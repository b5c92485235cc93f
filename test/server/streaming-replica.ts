import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { EmbeddedPostgres } from '#server/postgres/embedded.ts'
import type { embeddedWorld } from './embedded-world.ts'

/**
 * A standby server that streams from a running one. The base backup uses PostgreSQL's functions, as there is no
 * pg_basebackup.
 */
export async function startReplica(
  world: ReturnType<typeof embeddedWorld>,
  primary: EmbeddedPostgres,
): Promise<EmbeddedPostgres> {
  const dataDir = world.folder()
  const folder = join(dataDir, 'postgres')
  const client = new pg.Client(primary.connection)
  await client.connect()
  try {
    await client.query(`select pg_backup_start('replica', true)`)
    const copied = spawnSync('cp', ['-a', primary.dataFolder, folder])
    if (copied.status !== 0) throw new Error(copied.stderr.toString())
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
    for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(folder, name), { force: true })
    for (const name of readdirSync(join(folder, 'pg_wal')))
      if (/^[0-9A-F]{24}/.test(name)) rmSync(join(folder, 'pg_wal', name))
    writeAsOwner(folder, 'backup_label', rows[0]?.labelfile ?? '')
    writeAsOwner(folder, 'standby.signal', '')
  } finally {
    await client.end()
  }
  const { host, port, user } = primary.connection
  return world.start(dataDir, { primary_conninfo: `host=${host} port=${port} user=${user}` })
}

/** PostgreSQL's own user must be able to read and delete the file. */
function writeAsOwner(folder: string, name: string, content: string) {
  const path = join(folder, name)
  writeFileSync(path, content)
  if (!existsSync(join(folder, 'PG_VERSION'))) throw new Error(`${folder} holds no copy`)
  spawnSync('chown', ['--reference', join(folder, 'PG_VERSION'), path])
}
