import pg from 'pg'
import { type Connection, openDatabase } from '#server/db/database.ts'
import { loadDemoCompany } from '#server/demo/company.ts'
import type { StoredFiles } from '#server/files/stored-files.ts'
import { roleDefaults } from '#shared/access/roles.ts'
import { addSession } from '#test/sessions.ts'

const demo = 'wardstock_demo'
const whileItLoads = `${demo}_loading`

/**
 * The name of a database with the demo company for cloning, without images if `files` is missing. It is loaded once per
 * test run by the first process that needs it, while others wait. `template`: the migrated database of the test run.
 */
export async function demoTemplate(
  server: Omit<Connection, 'database'>,
  template: string,
  files?: StoredFiles,
): Promise<string> {
  const client = new pg.Client({ ...server, database: 'postgres' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [demo])
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [demo])
    if (rowCount) return demo
    await client.query(`drop database if exists ${whileItLoads} with (force)`)
    await client.query(`create database ${whileItLoads} template ${template}`)
    await load({ ...server, database: whileItLoads }, files)
    await client.query(`alter database ${whileItLoads} rename to ${demo}`)
    return demo
  } finally {
    await client.end()
  }
}

async function load(connection: Connection, files: StoredFiles | undefined): Promise<void> {
  const database = openDatabase(connection, { max: 4 })
  try {
    const { userId } = await addSession(database, 'admin', roleDefaults.admin)
    await loadDemoCompany(database, userId, files)
    // Without statistics, clones would get bad query plans.
    await database.pool.query('analyze')
  } finally {
    await database.close()
  }
}
