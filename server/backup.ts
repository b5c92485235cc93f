import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { BackupError } from './backup/contents.ts'
import { writeBackup } from './backup/write-backup.ts'
import { connect } from './connect.ts'
import { recordAudit } from './kernel/audit.ts'
import { type Connection, openDatabase } from './db/database.ts'
import { readEnv } from './env.ts'
import { readSecretKey } from './secret-key.ts'

/* npm run backup: writes the whole company to one file, without downtime. */

const usage = `npm run backup -- FILE                     writes database and files to FILE (a new one; .tar.gz)
npm run backup -- FILE --with-secret-key   the key of authenticator apps, too: whoever has FILE then has all of it`

const print = (line: string) => process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'with-secret-key': { type: 'boolean', default: false } },
  })
  const [file, ...more] = positionals
  if (!file || more.length > 0) throw new BackupError(`Which file?\n\n${usage}`)
  const path = resolve(file)
  const env = readEnv()
  const withKey = values['with-secret-key']
  if (withKey && !env.SECRET_KEY && !existsSync(join(env.DATA_DIR, 'secret.key')))
    throw new BackupError(`There is no SECRET_KEY and no ${join(env.DATA_DIR, 'secret.key')} to keep.`)
  const { connection, stop } = await connect(print, { keepSchema: true })
  try {
    const { tables, rows, files } = await writeBackup(path, {
      connection,
      filesFolder: join(env.DATA_DIR, 'files'),
      ...(withKey ? { secretKey: readSecretKey(env) } : {}),
    })
    await note(connection, rows)
    const size = (statSync(path).size / 1e6).toFixed(1)
    print(`${path}: ${rows.toLocaleString('en')} rows of ${tables} tables and ${files} files, ${size} MB.`)
  } finally {
    await stop()
  }
  print(
    withKey
      ? 'It holds the secret key: keep it as you keep a password.'
      : 'Not in it: the secret key (without it, authenticator apps must be set up anew; --with-secret-key takes it in).',
  )
  print('Not in it, either: the environment (.env), sessions, links of mails, finished exports, logs.')
}

/** Stores when the last backup was made, for administrators and /metrics. */
async function note(connection: Connection, rows: number): Promise<void> {
  const database = openDatabase(connection, { max: 1 })
  try {
    await database.transaction((tx) =>
      recordAudit(tx, null, { act: 'backup.made', entity: 'backup', entityId: null, details: { rows } }),
    )
  } finally {
    await database.close()
  }
}

try {
  await main()
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException
  process.stderr.write(`${message}\n`)
  if (code?.startsWith('ERR_PARSE_ARGS')) process.stderr.write(`\n${usage}\n`)
  process.exitCode = 1
}
