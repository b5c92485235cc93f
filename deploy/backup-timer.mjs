import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

// A backup every night, for where there is no cron and no systemd: compose.yaml runs it as a container of its own.
const folder = process.env.BACKUP_FOLDER ?? '/backups'
const [hour = 2, minute = 30] = (process.env.BACKUP_AT ?? '02:30').split(':').map(Number)
const days = Number(process.env.BACKUP_DAYS ?? 30)
const stopping = new AbortController()
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => stopping.abort())
/** @type {import('node:child_process').ChildProcess | undefined} */
let running
stopping.signal.addEventListener('abort', () => running?.kill('SIGTERM'))

/** @param {Date} now */
function next(now) {
  const at = new Date(now)
  at.setUTCHours(hour, minute, 0, 0)
  if (at <= now) at.setUTCDate(at.getUTCDate() + 1)
  return at
}

/** Under another name until it is whole, so that whoever copies the folder takes no half of one. */
async function backUp() {
  const name = `wardstock-${new Date().toISOString().slice(0, 16).replace(':', '-')}.tar.gz`
  const part = join(folder, `.${name}`)
  rmSync(part, { force: true })
  running = spawn(process.execPath, ['server/backup.ts', part], { stdio: 'inherit' })
  const [code] = await once(running, 'exit')
  if (code !== 0) {
    rmSync(part, { force: true })
    return console.error(`The backup failed (exit code ${code}); it is tried again tomorrow. The last good ones stay.`)
  }
  renameSync(part, join(folder, name))
  const oldest = Date.now() - days * 86_400_000
  for (const file of readdirSync(folder))
    if (/^wardstock-.*\.tar\.gz$/.test(file) && statSync(join(folder, file)).mtimeMs < oldest)
      rmSync(join(folder, file))
}

if (process.argv.includes('--now')) await backUp()
else
  while (!stopping.signal.aborted) {
    const at = next(new Date())
    console.log(`The next backup is made at ${at.toISOString()}`)
    await wait(at.getTime() - Date.now(), undefined, { signal: stopping.signal }).catch(() => {})
    if (!stopping.signal.aborted) await backUp()
  }
