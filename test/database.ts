import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Connection, type Database, openDatabase } from '#server/db/database.ts'
import type { Clock } from '#server/db/moment.ts'
import { storedFiles } from '#server/files/stored-files.ts'
import { afterFile } from './after-file.ts'
import { demoTemplate } from './companies/demo-template.ts'
import { template } from './global-setup.ts'

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ ...inject('postgres'), database: 'postgres' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * A database for this test file, cloned from the migrated template (`demo`: with the demo company) and dropped when the
 * file ends.
 */
export async function cloneDatabase(
  options: { empty?: boolean; demo?: boolean; max?: number; clock?: Clock } = {},
): Promise<{ database: Database; connection: Connection }> {
  const name = `t_${randomBytes(8).toString('hex')}`
  const source = options.demo
    ? await demoTemplate(inject('postgres'), template, storedFiles(inject('demoFiles')))
    : template
  await administer(`create database ${name} ${options.empty ? '' : `template ${source}`}`)
  const connection: Connection = { ...inject('postgres'), database: name }
  const database = openDatabase(connection, {
    max: options.max ?? 12,
    ...(options.clock && { clock: options.clock }),
  })
  afterFile(async () => {
    await database.close()
    await administer(`drop database ${name} with (force)`)
  })
  return { database, connection }
}
