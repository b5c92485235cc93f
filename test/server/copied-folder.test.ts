import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { queryDatabase, countNotes, embeddedWorld, postmasterOf } from '#test/server/embedded-world.ts'
import { runCommand, type RunningServer, runServer } from '#test/server/running-server.ts'

// These tests start whole processes.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const world = embeddedWorld()
const servers: RunningServer[] = []
afterAll(async () => {
  for (const server of servers) await server.stop()
  await world.end()
})

/** A whole Wardstock on an embedded database in a folder that PostgreSQL's user can reach. */
async function startWardstock(dataDir: string): Promise<RunningServer> {
  const server = await runServer({ DATA_DIR: dataDir })
  servers.push(server)
  return server
}

function copyOf(dataDir: string): string {
  const copy = world.folder()
  // Copied while the server runs; files that disappear during the copy don't matter.
  spawnSync('cp', ['-a', `${dataDir}/.`, copy])
  return copy
}

const verify = (dataDir: string) => runCommand('server/verify.ts', [], { DATA_DIR: dataDir })

const socketOf = (dataDir: string) =>
  (JSON.parse(readFileSync(join(dataDir, 'postgres.state.json'), 'utf8')) as { host: string }).host

describe('beside a running Wardstock', () => {
  it('verifying a copy of its data folder does not disconnect it from its database', async () => {
    const dataDir = world.folder()
    const server = await startWardstock(dataDir)
    const host = socketOf(dataDir)
    const { text } = await verify(copyOf(dataDir))
    expect(text).toMatch(/(GREEN|RED): /)
    expect(existsSync(join(host, '.s.PGSQL.5432'))).toBe(true)
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)
    expect((await fetch(`${server.url}/api/auth/session`)).status).toBeLessThan(500)
    await server.stop()
  })

  it('a copy that links to the same data is refused, and the original keeps running', async () => {
    const dataDir = world.folder()
    const linked = world.folder()
    const database = await world.start(dataDir)
    await queryDatabase(database, 'CREATE TABLE note AS SELECT 1')
    cpSync(join(dataDir, 'postgres.state.json'), join(linked, 'postgres.state.json'))
    symlinkSync(realpathSync(join(dataDir, 'postgres')), join(linked, 'postgres'))
    await expect(world.start(linked)).rejects.toMatchObject({ code: 'DATA_IN_USE' })
    expect(await countNotes(database)).toBe(1)
    await database.stop()
  })

  it('the state file of a copy does not lead to the database of the original', async () => {
    const dataDir = world.folder()
    const database = await world.start(dataDir)
    const copy = copyOf(dataDir)
    const { runningConnection } = await import('#server/postgres/embedded-running.ts')
    expect(runningConnection(dataDir)).toMatchObject({ host: database.connection.host })
    expect(runningConnection(copy)).toBeNull()
    await database.stop()
    expect(runningConnection(dataDir)).toBeNull()
  })
})

describe('when the socket folder is removed', () => {
  it('the server is not ready until it has restarted the database, and recovers by itself', async () => {
    const dataDir = world.folder()
    const server = await startWardstock(dataDir)
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)
    const before = postmasterOf(dataDir)
    const status = async () => (await fetch(`${server.url}/health/ready`)).status
    // The readiness response is cached for a second; the new database server may be up before the next one.
    await sleep(1_100)
    rmSync(socketOf(dataDir), { recursive: true })
    expect(await status()).toBe(503)
    await expect.poll(status, { timeout: 120_000 }).toBe(200)
    expect(postmasterOf(dataDir)).not.toBe(before)
    const folder = lstatSync(socketOf(dataDir))
    expect([folder.mode & 0o777, folder.uid]).toEqual([0o700, lstatSync(join(dataDir, 'postgres')).uid])
    expect((await fetch(`${server.url}/api/auth/session`)).status).toBeLessThan(500)
    await server.stop()
  })
})
