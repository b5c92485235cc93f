import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '#test/server/free-ports.ts'
import { accountOf, findPrograms, Program, until } from './programs.ts'

/**
 * Starts an installed PostgreSQL in `folder`, reachable over TCP, with an empty database `wardstock`; the caller stops
 * it.
 */
export async function startPostgres(folder: string) {
  const { postgres } = findPrograms({})
  const account = process.getuid?.() === 0 ? accountOf('postgres') : null
  const port = await freePort()
  const data = join(folder, 'postgres')
  // PostgreSQL's user needs access to the folder.
  chmodSync(folder, 0o755)
  mkdirSync(data, { mode: 0o700 })
  if (account) chownSync(data, account.uid, account.gid)
  execFileSync(
    join(postgres, 'initdb'),
    ['-D', data, '-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8', '-A', 'trust'],
    {
      stdio: 'ignore',
      ...account,
    },
  )
  const settings = ['-p', String(port), '-h', '127.0.0.1', '-k', data, '-c', 'max_connections=200']
  const program = new Program('postgres', join(postgres, 'postgres'), ['-D', data, ...settings], { folder, account })
  const url = (database: string) => `postgresql://postgres@127.0.0.1:${port}/${database}`
  const run = async (text: string) => {
    const client = new pg.Client({ connectionString: url('postgres') })
    await client.connect()
    await client.query(text).finally(() => client.end())
    return true
  }
  await until('PostgreSQL answers', () => run('select 1'), 30_000)
  await run('create database wardstock')
  return { url, pid: program.pid, stop: () => program.end('SIGINT') }
}
