import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BackupError } from './backup/contents.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { recordAudit } from './kernel/audit.ts'
import { type Connection, openDatabase, type Tx } from './db/database.ts'
import { type EmbeddedPostgres, startEmbedded } from './postgres/embedded.ts'
import { holdBackReports } from '#server/reports/schedules/send-reports.ts'
import { holdBackMails } from './delivery/mail-list.ts'
import { type Env, readEnv } from './env.ts'
import { storedFiles } from './files/stored-files.ts'
import { endAllAccess } from './identity/login/end-all-access.ts'
import { allPassed, runChecks } from './integrity/run-checks.ts'
import { readSecretKey } from './secret-key.ts'
import { holdBackMessages } from './retention/jobs.ts'
import { whyUnreadable } from './identity/profile/sealed-secrets.ts'
import { sealWith } from './kernel/seal.ts'
import { stopMailServer } from './settings/mail-settings.ts'
import { stopReminders } from './settings/settings.ts'

/*
 * npm run restore: restores a backup into an empty database and folder. Exit code 1 if it failed, or if the integrity check
 * fails.
 */

const usage =
  'npm run restore -- FILE   brings the backup FILE into an empty DATA_DIR, or the empty database of DATABASE_URL'

const print = (line: string) => process.stdout.write(`${line}\n`)

async function main(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true })
  const [file, ...more] = positionals
  if (!file || more.length > 0) throw new BackupError(`Which file?\n\n${usage}`)
  const env = readEnv()
  let embedded: EmbeddedPostgres | undefined
  let connection: Connection = { connectionString: env.DATABASE_URL ?? '' }
  const open = async () => {
    if (env.DATABASE_URL) return connection
    embedded = await startEmbedded({ dataDir: env.DATA_DIR, log: print })
    connection = embedded.connection
    return connection
  }
  try {
    await restoreBackup(resolve(file), {
      open,
      filesFolder: join(env.DATA_DIR, 'files'),
      takeSecretKey: (key) => takeSecretKey(env, key),
      settle,
      print,
    })
    return await checkRestored(env, connection)
  } finally {
    await embedded?.stop()
  }
}

/** Ends all sessions and links of the time of the backup, and holds back messages, so that none is sent twice. */
async function settle(tx: Tx): Promise<void> {
  await endAllAccess(tx)
  const held = await holdBackMails(tx)
  await holdBackReports(tx)
  const wereOn = await stopReminders(tx)
  const wasMailing = await stopMailServer(tx)
  const heldMessages = await holdBackMessages(tx)
  await recordAudit(tx, null, {
    act: 'backup.restored',
    entity: 'backup',
    entityId: null,
    details: { heldMails: held },
  })
  print('All sessions have ended. Everyone must sign in again.')
  if (held > 0) print(`${held} mails that waited are held back in the outbox: they may have gone out after the backup.`)
  if (heldMessages > 0)
    print(`${heldMessages} retention messages that waited are held back: they stand in the log as failed.`)
  if (wasMailing) print('The mail server of the settings is off: save it under Settings → Email to send mails again.')
  if (wereOn) print('Automatic reminders are off: switch them on under Settings when you know which ones went out.')
}

function takeSecretKey({ SECRET_KEY, DATA_DIR }: Env, key: string): void {
  const path = join(DATA_DIR, 'secret.key')
  const own = SECRET_KEY ?? (existsSync(path) ? readFileSync(path, 'utf8').trim() : null)
  if (own === key) return
  if (own) {
    print(`The backup's secret key is another than ${SECRET_KEY ? 'SECRET_KEY' : path}, which stays as it is.`)
    return
  }
  mkdirSync(DATA_DIR, { recursive: true })
  writeFileSync(path, `${key}\n`, { flag: 'wx', mode: 0o600, flush: true })
  print(`Its secret key is in ${path}.`)
}

async function checkRestored(env: Env, connection: Connection): Promise<number> {
  const database = openDatabase(connection, { max: 2 })
  try {
    const problem = await whyUnreadable(database.db, sealWith(readSecretKey(env)))
    if (problem) print(problem)
    const checks = await runChecks(database, { files: storedFiles(join(env.DATA_DIR, 'files')) })
    const red = checks.filter(({ broken }) => broken > 0)
    for (const { name, first } of red) print(`BAD ${name}: ${first?.name}: ${first?.says}; ${first?.explained}`)
    print(
      allPassed(checks)
        ? `GREEN: all ${checks.length} checks hold. Restored.`
        : `RED: ${red.length} checks do not hold.`,
    )
    return allPassed(checks) ? 0 : 1
  } finally {
    await database.close()
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  process.stderr.write(`${message}\n`)
  if (code?.startsWith('ERR_PARSE_ARGS')) process.stderr.write(`\n${usage}\n`)
  process.exitCode = 1
}
