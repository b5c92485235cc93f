import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#server/postgres/embedded.ts'
import { migrate } from '#server/db/migrate.ts'

export interface TestDatabase {
  host: string
  port: number
  user: string
  password?: string
}

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestDatabase
    /** The folder with the images of the demo company once it is loaded. */
    demoFiles: string
  }
}

export const template = 'wardstock_template'

/** Starts one real PostgreSQL for the whole test run, with a migrated template database that every test file clones. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'wardstock-test-'))
  // If we are root, PostgreSQL runs as another user, who needs access to the folder.
  chmodSync(folder, 0o755)
  // The data is deleted afterwards, so it needn't survive a power failure.
  const postgres = await startEmbedded({
    dataDir: folder,
    log: () => {},
    fsync: false,
    database: template,
    // Three processes, each with servers of several test files, whose connections close shortly after the file ends.
    settings: { max_connections: '200' },
  })
  await migrate(postgres.connection)
  const { database: _, ...server } = postgres.connection
  project.provide('postgres', server)
  const demoFiles = join(folder, 'demo-files')
  mkdirSync(demoFiles)
  project.provide('demoFiles', demoFiles)
  return async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
