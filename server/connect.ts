import { backUpBeforeMigrating } from './backup/before-migrating.ts'
import type { Connection } from '#server/db/database.ts'
import { EmbeddedError, startEmbedded } from '#server/postgres/embedded.ts'
import { runningConnection } from '#server/postgres/embedded-running.ts'
import { migrate } from '#server/db/migrate.ts'
import { readEnv } from './env.ts'

/**
 * For commands: connects to DATABASE_URL, or else to the embedded database, shared with a running Wardstock if there is one.
 * Migrates the schema, unless told not to.
 */
export async function connect(
  print: (line: string) => void,
  { keepSchema = false } = {},
): Promise<{ connection: Connection; stop: () => Promise<void> }> {
  const env = readEnv()
  const nothing = async () => {}
  if (env.DATABASE_URL) {
    const connection = { connectionString: env.DATABASE_URL }
    if (!keepSchema) await migrate(connection)
    return { connection, stop: nothing }
  }
  try {
    const embedded = await startEmbedded({ dataDir: env.DATA_DIR, log: print })
    if (!keepSchema) {
      await backUpBeforeMigrating({ connection: embedded.connection, dataDir: env.DATA_DIR, print })
      await migrate(embedded.connection)
    }
    return { connection: embedded.connection, stop: () => embedded.stop() }
  } catch (error) {
    const running =
      error instanceof EmbeddedError && error.code === 'DATA_IN_USE' ? runningConnection(env.DATA_DIR) : null
    if (!running) throw error
    print('Wardstock is running: working through its database.')
    return { connection: running, stop: nothing }
  }
}
