import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#server/postgres/embedded.ts'
import { serverProgram } from '../../scripts/builds.mjs'
import { migrate } from '#server/db/migrate.ts'

/** One PostgreSQL for the test run, with a migrated template database that every worker clones for its server. */
export default async function setup(): Promise<() => Promise<void>> {
  for (const file of ['dist/web/index.html', serverProgram])
    if (!existsSync(file)) throw new Error(`${file} is not built: npm run build`)
  const folder = mkdtempSync(join(tmpdir(), 'wardstock-e2e-'))
  // If the tests run as root, PostgreSQL runs as another user, who needs access to the folder.
  chmodSync(folder, 0o755)
  const postgres = await startEmbedded({
    dataDir: folder,
    log: () => {},
    fsync: false,
    database: 'wardstock_template',
    // Three workers, each with its own server and perhaps one more that a test has started.
    settings: { max_connections: '150' },
  })
  await migrate(postgres.connection)
  const { database: _, ...server } = postgres.connection
  process.env['E2E_POSTGRES'] = JSON.stringify(server)
  return async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
