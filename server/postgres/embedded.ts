import { mkdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, escapeIdentifier } from 'pg'
import { chooseAccount } from './embedded-account.ts'
import { closeAccess, isReachable, openAccess, reopenAccess } from './embedded-access.ts'
import { findBinaries, usableBinaries } from './embedded-binaries.ts'
import { explain } from './embedded-error.ts'
import { checkData, findData, makeData, superuser } from './embedded-folder.ts'
import { stopLeftover } from './embedded-leftover.ts'
import { lockFolder } from './embedded-lock.ts'
import { type Launch, type Server, launch } from './embedded-process.ts'
import { settingArguments } from './embedded-settings.ts'

export { EmbeddedError, type EmbeddedCode } from './embedded-error.ts'

export interface EmbeddedPostgres {
  /** For `pg`: host is the folder of the Unix socket; only Windows has a password. */
  connection: { host: string; port: number; user: string; database: string; password?: string }
  version: string
  /** The real folder of the data, which may be outside of dataDir if we run as root. */
  dataFolder: string
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  dataDir: string
  log: (line: string) => void
  /** True by default; false only for tests, whose data may be lost in a power cut. */
  fsync?: boolean
  /** Created if it doesn't exist. */
  database?: string
  settings?: Record<string, string>
  /** For files that root can't keep in dataDir. */
  systemFolder?: string
}

/**
 * Runs a real PostgreSQL for this process only, so that no database has to be installed: no open port and no password (except on
 * Windows), data in dataDir/postgres, log in dataDir/postgres.log. Restarts it if it dies. Throws EmbeddedError.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  const held: Held[] = []
  try {
    mkdirSync(dataDir, { recursive: true })
    held.push(lockFolder(dataDir))
    const setup = await prepare({ ...options, dataDir }, held)
    const running = await keepRunning(setup)
    const connection = { ...setup.access, user: superuser, database: options.database ?? 'wardstock' }
    try {
      const version = await ensureDatabase(connection)
      return {
        connection,
        version,
        dataFolder: setup.folder,
        async stop() {
          await running.stop()
          releaseAll(held)
        },
      }
    } catch (error) {
      await running.stop()
      throw error
    }
  } catch (error) {
    releaseAll(held)
    throw explain(error, "The database can't start", dataDir)
  }
}

/** A resource to release at the end, the latest first: locks of folders, the socket. */
interface Held {
  release(): void
}

function releaseAll(held: Held[]) {
  for (const one of held.splice(0).toReversed()) one.release()
}

/** Everything before the server's start: the account, the binaries, the data (created if missing), the socket. */
async function prepare(options: EmbeddedOptions, held: Held[]): Promise<Launch> {
  const { dataDir, log, fsync = true, systemFolder = '/var/lib/wardstock' } = options
  const found = findBinaries()
  const existing = findData(dataDir)
  // two data folders may link to the same data, e.g. after a project was copied with its link
  if (existing) lockHome(existing, dataDir, held)
  const account = chooseAccount(existing ? statSync(existing) : null)
  const binaries = usableBinaries(found, account, account ? systemFolder : dataDir)
  if (existing) checkData(existing, account, found.version)
  // on Windows initdb needs the password, so this comes first
  const access = await openAccess(dataDir, account)
  held.push({ release: () => closeAccess(dataDir, account) })
  if (!existing) log('Making an empty database (a few seconds)')
  const folder = existing ?? (await makeData({ dataDir, account, systemFolder, binaries, fsync }))
  if (!existing) lockHome(folder, dataDir, held)
  await stopLeftover(folder, log)
  const settings = settingArguments(fsync, options.settings)
  return { binaries, folder, access, account, logFile: join(dataDir, 'postgres.log'), settings, log }
}

function lockHome(folder: string, dataDir: string, held: Held[]) {
  const home = dirname(folder)
  if (statSync(home).ino !== statSync(dataDir).ino) held.push(lockFolder(home))
}

const restarts = { atMost: 5, within: 300_000 }
const socketCheckMs = 1_000

/**
 * Starts the server, and restarts it if it dies unexpectedly (out of memory, killed by hand) or if its socket was deleted, which
 * it can't create again by itself. The clients of the pool reconnect.
 */
async function keepRunning(setup: Launch): Promise<{ stop(): Promise<void> }> {
  let server: Server = await launch(setup)
  let isStopping = false
  const atExit = () => server.abandon()
  process.once('exit', atExit)

  let isReopening = false
  const socketCheck = setInterval(() => {
    if (isStopping || isReopening || server.hasExited() || isReachable(setup.access)) return
    isReopening = true
    setup.log(`The database's socket in ${setup.access.host} has gone: the database server is started again`)
    void server.stop().finally(() => (isReopening = false))
  }, socketCheckMs)
  socketCheck.unref()

  const watch = async () => {
    const deaths: number[] = []
    for (;;) {
      await server.exited
      if (isStopping) return
      const now = performance.now()
      deaths.push(now)
      if (!isReopening) setup.log(`The database server ended unexpectedly; see ${setup.logFile}`)
      if (deaths.filter((death) => death > now - restarts.within).length > restarts.atMost) {
        setup.log('The database server keeps ending and is not started again')
        return
      }
      try {
        await stopLeftover(setup.folder, setup.log)
        reopenAccess(setup.access, setup.account)
        server = await launch(setup)
        if (isStopping) return await server.stop()
        setup.log('The database server runs again')
      } catch (error) {
        setup.log(`The database server didn't start again: ${(error as Error).message}`)
        if (isStopping) return
        await sleep(1_000)
      }
    }
  }
  const watching = watch()

  return {
    async stop() {
      isStopping = true
      process.off('exit', atExit)
      clearInterval(socketCheck)
      await server.stop()
      // a server that is just being restarted is stopped as soon as it answers
      await watching
    },
  }
}

/** Creates the database if it doesn't exist; returns the server's version, e.g. "18.4". */
async function ensureDatabase(connection: EmbeddedPostgres['connection']): Promise<string> {
  const client = new Client({ ...connection, database: 'postgres' })
  await client.connect()
  try {
    const { rows } = await client.query<{ version: string; exists: boolean }>(
      `SELECT current_setting('server_version') AS version, EXISTS(SELECT 1 FROM pg_database WHERE datname = $1) AS exists`,
      [connection.database],
    )
    if (!rows[0]?.exists) await client.query(`CREATE DATABASE ${escapeIdentifier(connection.database)}`)
    return rows[0]?.version ?? ''
  } finally {
    await client.end()
  }
}
