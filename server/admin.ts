import { parseArgs } from 'node:util'
import { connect } from './connect.ts'
import { openDatabase } from './db/database.ts'
import { readEnv } from './env.ts'
import { recoverAdministrator } from './identity/profile/recover-administrator.ts'

/* npm run admin: restores an administrator's access from the server's command line. */

const usage = `npm run admin -- EMAIL                          prints a one-time link by which this administrator sets a new password
npm run admin -- EMAIL --drop-second-factor     turns their authenticator app and passkeys off as well`

const print = (line: string) => process.stdout.write(`${line}\n`)

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'drop-second-factor': { type: 'boolean', default: false } },
  })
  const [email, ...more] = positionals
  if (!email || more.length > 0) throw new Error(`Which administrator?\n\n${usage}`)
  const env = readEnv()
  const { connection, stop } = await connect(print)
  const database = openDatabase(connection, { max: 1 })
  try {
    const done = await recoverAdministrator(database, email, { dropSecondFactor: values['drop-second-factor'] })
    if (done.wasSuspended) print(`${email} was suspended, and is no longer.`)
    if (done.droppedSecondFactor) print('The second factor is off.')
    print(`Good once, until ${done.expiresAt.toISOString()}:`)
    print(`${env.PUBLIC_URL ?? `http://localhost:${env.PORT}`}${done.path}`)
    print('The audit log has a line of it (user.recovered).')
  } finally {
    await database.close()
    await stop()
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
