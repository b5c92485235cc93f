import { join } from 'node:path'
import { buildApp } from './app.ts'
import { backUpBeforeMigrating } from './backup/before-migrating.ts'
import { Refusal } from '#shared/http/refusal.ts'
import { type Connection, type Database, openDatabase } from '#server/db/database.ts'
import { type EmbeddedPostgres, startEmbedded } from '#server/postgres/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { readEnv } from './env.ts'
import { type StoredFiles, storedFiles } from '#server/files/stored-files.ts'
import { firstAdmin, hasAdmin, newSetupCode } from '#server/identity/users/first-admin.ts'
import { readSecretKey } from './secret-key.ts'
import { freeMemory } from '#server/kernel/free-memory.ts'
import type { Tracing } from '#server/kernel/tracing.ts'
import { packageVersion } from '#server/kernel/version.ts'

/* The server process: environment → database → listen → graceful shutdown. */

const print = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

async function main(): Promise<void> {
  const env = readEnv()
  const embedded = env.DATABASE_URL ? null : await startEmbedded({ dataDir: env.DATA_DIR, log: print })
  const connection: Connection = embedded ? embedded.connection : { connectionString: env.DATABASE_URL ?? '' }
  try {
    await run(env, connection, embedded)
  } catch (error) {
    await embedded?.stop()
    throw error
  }
}

/** The demo company's module is loaded only when needed. */
async function loadDemo(database: Database, adminId: string, files: StoredFiles, start?: number): Promise<void> {
  const { loadDemoCompany } = await import('#server/demo/company.ts')
  await loadDemoCompany(database, adminId, files, start, true)
}

/** The tracing modules are loaded only if an endpoint is configured. */
async function openTracing(env: ReturnType<typeof readEnv>): Promise<Tracing | undefined> {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!endpoint) return undefined
  const { otlpTracing } = await import('#server/kernel/otlp-tracing.ts')
  return otlpTracing({
    endpoint,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS,
    service: env.OTEL_SERVICE_NAME,
    version: packageVersion(),
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
    warn: (message) => print(message),
  })
}

async function run(
  env: ReturnType<typeof readEnv>,
  connection: Connection,
  embedded: EmbeddedPostgres | null,
): Promise<void> {
  if (embedded) await backUpBeforeMigrating({ connection, dataDir: env.DATA_DIR, print })
  const applied = await migrate(connection)
  if (applied.length > 0) print(`Database brought up to date: ${applied.join(', ')}`)
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  const setupCode = env.SETUP_CODE ?? newSetupCode()
  const database = openDatabase(connection, {
    max: env.DB_POOL_MAX,
    onLost: (error) => print(`Database connection lost: ${error.message}`),
  })
  const demo = process.argv.includes('--demo')
  const filesFolder = join(env.DATA_DIR, 'files')
  const files = storedFiles(filesFolder)
  const app = await buildApp({
    database,
    filesFolder,
    publicUrl,
    ...(env.DATABASE_REPLICA_URL && { replica: { connection: { connectionString: env.DATABASE_REPLICA_URL } } }),
    setupCode,
    secretKey: readSecretKey(env),
    host: env.HOST,
    logLevel: env.LOG_LEVEL,
    trustProxy: env.TRUST_PROXY,
    socketAdapter: env.SOCKET_ADAPTER,
    socketLimits: { perAddress: env.SOCKETS_PER_ADDRESS },
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM, ports: env.SMTP_PORTS },
    sms: { url: env.SMS_URL, token: env.SMS_TOKEN, format: env.SMS_FORMAT, from: env.SMS_FROM },
    roads: { url: env.ROAD_SERVICE_URL, kind: env.ROAD_SERVICE, profile: env.ROAD_SERVICE_PROFILE },
    rateLimits: env.RATE_LIMITS,
    metricsToken: env.METRICS_TOKEN,
    tracing: await openTracing(env),
    loadDemo: (adminId, start) => loadDemo(database, adminId, files, start),
    demo,
  })
  if (demo) await loadDemoNow(database, files)

  let stopping = false
  const stop = async (why: string, code: number) => {
    if (stopping) return
    stopping = true
    print(`Stopping (${why}) …`)
    const late = setTimeout(() => process.exit(1), 25_000)
    late.unref()
    await app.http.close()
    await database.close()
    await embedded?.stop()
    process.exit(code)
  }
  process.on('SIGTERM', () => void stop('SIGTERM', 0))
  process.on('SIGINT', () => void stop('SIGINT', 0))
  // npm start keeps an IPC channel open: if npm start is killed, the server stops too.
  process.on('disconnect', () => void stop('its starter is gone', 0))
  process.on('uncaughtException', (error) => {
    app.http.log.fatal({ err: error }, 'uncaught')
    void stop('uncaught error', 1)
  })

  try {
    await app.http.listen({ port: env.PORT, host: env.HOST })
  } catch (error) {
    await app.http.close()
    await database.close()
    if ((error as { code?: string }).code === 'EADDRINUSE') {
      throw new Error(
        `Port ${env.PORT} is taken by another program. Stop that one, or choose another: PORT=3001 npm start`,
        { cause: error },
      )
    }
    throw error
  }
  if (!env.RATE_LIMITS) print('RATE_LIMITS=off: passwords may be guessed without end. For benchmarks only.')
  print(`\nWardstock is ready: ${publicUrl}`)
  // Frees the memory that the start needed.
  setTimeout(freeMemory, 5000).unref()
  if (!(await hasAdmin(database.db))) {
    print(`Set up the first administrator: ${publicUrl}/setup-first-admin#code=${encodeURIComponent(setupCode)}`)
    print(`(set-up code: ${setupCode})`)
  }
}

/** If an administrator exists already, nobody can choose the demo company on the set-up page. */
async function loadDemoNow(database: Database, files: StoredFiles): Promise<void> {
  const admin = await firstAdmin(database.db)
  if (!admin) return print('The demo company will be loaded when the first administrator is set up.')
  try {
    await loadDemo(database, admin, files)
    print('The demo company is loaded.')
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    print(`The demo company was not loaded: ${error.message}`)
  }
}

main().catch((error: Error) => {
  process.stderr.write(`\nWardstock can't start.\n${error.message}\n`)
  const hint = (error as { hint?: string }).hint
  if (hint) process.stderr.write(`${hint}\n`)
  process.exit(1)
})
