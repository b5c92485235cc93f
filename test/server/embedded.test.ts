import { spawnSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { findBinaries, usableBinaries } from '#server/postgres/embedded-binaries.ts'
import { settingArguments } from '#server/postgres/embedded-settings.ts'
import { queryDatabase, countNotes, embeddedWorld, isRoot, isRunning, postmasterOf } from './embedded-world.ts'

const world = embeddedWorld()
afterAll(() => world.end())

describe('the embedded database', () => {
  it('is PostgreSQL 18 with UTF-8 and checksums, persists data, and is closed to the network and other users', async () => {
    const dataDir = world.folder()
    const first = await world.start(dataDir)
    expect(first.version).toMatch(/^18\./)
    const [facts] = await queryDatabase(
      first,
      `SELECT current_setting('data_checksums') AS checksums, current_setting('server_encoding') AS encoding,
        current_setting('listen_addresses') AS addresses, current_setting('timezone') AS timezone, datlocale AS locale
        FROM pg_database WHERE datname = 'wardstock'`,
    )
    expect(facts).toEqual({ checksums: 'on', encoding: 'UTF8', addresses: '', timezone: 'UTC', locale: 'C.UTF-8' })
    const socketFolder = statSync(first.connection.host)
    expect(socketFolder.mode & 0o777).toBe(0o700)
    expect(socketFolder.uid).toBe(statSync(first.dataFolder).uid)
    expect(statSync(first.dataFolder).mode & 0o777).toBe(0o700)
    await queryDatabase(first, 'CREATE TABLE note AS SELECT 1')
    await first.stop()
    expect(existsSync(first.connection.host)).toBe(false)

    const second = await world.start(dataDir, { max_connections: '23' })
    expect(await countNotes(second)).toBe(1)
    expect(await queryDatabase(second, 'SHOW max_connections')).toEqual([{ max_connections: '23' }])
    await second.stop()
    await second.stop()
  })

  it('runs with fsync unless configured otherwise', () => {
    const settings = settingArguments(true)
    expect(settings).toContain('fsync=on')
    expect(settings.join(' ')).not.toMatch(/synchronous_commit|full_page_writes/)
  })

  it('keeps running if the app is killed; the next start takes over without data loss', async () => {
    const dataDir = world.folder()
    const app = await world.startApp(dataDir)
    await app.spoken
    const orphan = postmasterOf(dataDir)
    process.kill(app.pid, 'SIGKILL')
    await app.ended
    expect(existsSync(`/proc/${orphan}`) || process.platform !== 'linux').toBe(true)

    const database = await world.start(dataDir)
    expect(await countNotes(database)).toBe(1)
    expect(postmasterOf(dataDir)).not.toBe(orphan)
    expect(world.lines.join()).toContain('an earlier run left behind')
    await database.stop()
  })

  it('recovers when app and database server were both killed', async () => {
    const dataDir = world.folder()
    const app = await world.startApp(dataDir)
    await app.spoken
    process.kill(app.pid, 'SIGKILL')
    process.kill(postmasterOf(dataDir), 'SIGKILL')
    await app.ended
    const database = await world.start(dataDir)
    expect(await countNotes(database)).toBe(1)
    await database.stop()
  })

  it('refuses a second app on the same data and names the process of the first', async () => {
    const dataDir = world.folder()
    const app = await world.startApp(dataDir)
    await app.spoken
    const refused = expect.objectContaining({ code: 'DATA_IN_USE', message: expect.stringContaining(`${app.pid}`) })
    await expect(world.start(dataDir)).rejects.toEqual(refused)
    const second = await world.startApp(dataDir)
    await second.ended
    expect(second.output()).toMatch(/^DATA_IN_USE/)
    expect(second.child.exitCode).toBe(1)
    // The first one is unaffected: a Ctrl+C in its terminal reaches the whole group, but not the server.
    process.kill(-app.pid, 'SIGINT')
    await app.ended
    expect(app.output()).toBe('ready\nstopped with 1')
  })

  it('restarts the database server if it dies while the app runs', async () => {
    const dataDir = world.folder()
    const database = await world.start(dataDir)
    await queryDatabase(database, 'CREATE TABLE note AS SELECT 1')
    const before = postmasterOf(dataDir)
    process.kill(before, 'SIGKILL')
    await expect.poll(() => countNotes(database).catch(() => 0), { timeout: 10_000 }).toBe(1)
    expect(postmasterOf(dataDir)).not.toBe(before)
    await database.stop()
  })

  it('can be stopped during such a restart', async () => {
    const dataDir = world.folder()
    const database = await world.start(dataDir)
    process.kill(postmasterOf(dataDir), 'SIGKILL')
    await sleep(20)
    await database.stop()
    expect(existsSync(join(dataDir, 'postgres.state.json'))).toBe(false)
    // The killed server's file may still be there if the next one hadn't started.
    const left = existsSync(join(dataDir, 'postgres/postmaster.pid'))
    expect(left && isRunning(postmasterOf(dataDir))).toBe(false)
  })
})

describe.runIf(isRoot)('started by root, as which PostgreSQL refuses to run', () => {
  it('keeps the data outside the project if PostgreSQL’s user cannot enter the project folder', async () => {
    const closed = world.folder(0o700)
    const [one, two] = [join(closed, 'one'), join(closed, 'two')]
    const database = await world.start(one)
    await queryDatabase(database, 'CREATE TABLE note AS SELECT 1')
    expect(lstatSync(join(one, 'postgres')).isSymbolicLink()).toBe(true)
    expect(database.dataFolder).toBe(realpathSync(join(one, 'postgres')))
    expect(database.dataFolder).toMatch(new RegExp(`^${world.systemFolder}/[0-9a-f-]{36}/postgres$`))
    expect(statSync(database.dataFolder).uid).not.toBe(0)
    await database.stop()
    const again = await world.start(one)
    expect(await countNotes(again)).toBe(1)
    // Another data folder starts empty.
    const other = await world.start(two)
    await expect(countNotes(other)).rejects.toThrow('does not exist')
    await Promise.all([again.stop(), other.stop()])
  })

  it('runs from a copy of the binaries if it cannot reach them; concurrent copying and broken copies work', async () => {
    const closed = world.folder(0o700)
    const copies = world.folder()
    const original = findBinaries()
    spawnSync('cp', ['-r', original.folder, closed])
    const found = { folder: join(closed, 'native'), version: 'x' }
    const account = { uid: 65534, gid: 65534 }
    const code = `const { usableBinaries } = await import('#server/postgres/embedded-binaries.ts')
      usableBinaries(${JSON.stringify(found)}, ${JSON.stringify(account)}, ${JSON.stringify(copies)})`
    const both = `${process.execPath} --input-type=module -e "$0" & ${process.execPath} --input-type=module -e "$0" && wait $!`
    expect(spawnSync('/bin/sh', ['-c', both, code], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })

    const copy = usableBinaries(found, account, copies)
    expect(readdirSync(copies)).toEqual([copy.slice(copies.length + 1)])
    const postgres = join(copy, 'bin/postgres')
    spawnSync('truncate', ['-s', '100', postgres])
    expect(usableBinaries(found, account, copies)).toBe(copy)
    expect(spawnSync(postgres, ['--version'], { ...account, encoding: 'utf8' }).stdout).toContain('18.')
  })

  it('says what to do if there is no folder that PostgreSQL’s user can reach', async () => {
    const closed = world.folder(0o700)
    const dataDir = join(closed, 'data')
    mkdirSync(dataDir)
    const file = join(world.folder(), 'file')
    writeFileSync(file, '')
    const { startEmbedded } = await import('#server/postgres/embedded.ts')
    const nowhere = { dataDir, systemFolder: join(file, 'wardstock'), log: () => {} }
    await expect(startEmbedded(nowhere)).rejects.toMatchObject({
      code: 'START_FAILED',
      message: expect.stringMatching(/can't be made.*Start Wardstock as an ordinary user/),
    })
    expect(readFileSync(join(dataDir, 'postgres.lock'), 'utf8')).toBe('')
  })
})
