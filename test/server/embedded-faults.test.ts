import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findBinaries } from '#server/postgres/embedded-binaries.ts'
import { explain } from '#server/postgres/embedded-error.ts'
import { embeddedWorld, isRoot } from './embedded-world.ts'
import { mountSmallDisk } from './small-disk.ts'

const world = embeddedWorld()
afterAll(() => world.end())

describe('the embedded database refuses with a clear message', () => {
  it('data of another major version, naming the folder and what to do', async () => {
    const dataDir = world.folder()
    const made = await world.start(dataDir)
    await made.stop()
    writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '17\n')
    await expect(world.start(dataDir)).rejects.toMatchObject({
      code: 'WRONG_VERSION',
      message: expect.stringMatching(/made by PostgreSQL 17.*PostgreSQL 18/),
      hint: expect.stringContaining(join(dataDir, 'postgres')),
    })
  })

  it('a data folder that cannot be created', async () => {
    const file = join(world.folder(), 'file')
    writeFileSync(file, '')
    await expect(world.start(join(file, 'data'))).rejects.toMatchObject({ code: 'START_FAILED' })
    const closed = world.folder(0o500)
    const refusal = { code: 'START_FAILED', message: expect.stringMatching(/EACCES.*belong to the user/) }
    if (!isRoot) await expect(world.start(join(closed, 'data'))).rejects.toMatchObject(refusal)
    expect(explain(new Error('EROFS: read-only file system'), 'No', '/x').hint).toContain('/x')
  })

  it('a folder with other files, and a broken link, instead of creating new data', async () => {
    const dataDir = world.folder()
    mkdirSync(join(dataDir, 'postgres'))
    writeFileSync(join(dataDir, 'postgres/letter.txt'), 'mine')
    await expect(world.start(dataDir)).rejects.toMatchObject({ message: expect.stringContaining('not those of') })
    rmSync(join(dataDir, 'postgres'), { recursive: true })
    symlinkSync(join(dataDir, 'gone'), join(dataDir, 'postgres'))
    await expect(world.start(dataDir)).rejects.toMatchObject({ message: expect.stringContaining('is gone') })
  })

  it('a platform without binaries', () => {
    expect(() => findBinaries('plan9', 'mips')).toThrow(
      expect.objectContaining({ code: 'NO_BINARIES', message: expect.stringContaining('DATABASE_URL') }),
    )
  })

  it('a server that ends at once, with the last lines of its log', async () => {
    const refusal = {
      code: 'START_FAILED',
      message: expect.stringMatching(/ended at once[^]*shared_buffers.*nonsense/),
    }
    await expect(world.start(world.folder(), { shared_buffers: 'nonsense' })).rejects.toMatchObject(refusal)
  })

  it('a full disk, with the code DISK_FULL', async (test) => {
    const messages = ["ENOSPC: can't write", 'FATAL: wrote only 4096 of 8192 bytes\nHINT:  Check free disk space.']
    for (const text of messages) expect(explain(new Error(text), 'No', '/x').code).toBe('DISK_FULL')
    const dataDir = world.folder()
    if (!mountSmallDisk(dataDir, '20m')) return test.skip('only root can mount a small disk')
    try {
      await expect(world.start(dataDir)).rejects.toMatchObject({ code: 'DISK_FULL' })
      expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.new-'))).toEqual([])
      spawnSync('mount', ['-o', 'remount,size=60m', dataDir])
      const made = await world.start(dataDir)
      await made.stop()
      spawnSync('dd', ['if=/dev/zero', `of=${join(dataDir, 'filling')}`, 'bs=64k'])
      await expect(world.start(dataDir)).rejects.toMatchObject({ code: 'DISK_FULL' })
      rmSync(join(dataDir, 'filling'))
      const healed = await world.start(dataDir)
      await healed.stop()
    } finally {
      spawnSync('umount', ['-l', dataDir])
    }
  })
})

describe('the embedded database starts', () => {
  it('after its first initialization was interrupted', async () => {
    const dataDir = world.folder()
    const app = await world.startApp(dataDir)
    const isBeingMade = () => readdirSync(dataDir).some((name) => name.startsWith('postgres.new-'))
    await expect.poll(isBeingMade, { timeout: 10_000, interval: 5 }).toBe(true)
    process.kill(-app.pid, 'SIGKILL')
    await app.ended
    expect(isBeingMade()).toBe(true)
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false)

    const database = await world.start(dataDir)
    expect(isBeingMade()).toBe(false)
    await database.stop()
  })

  it('although another process has the ID of an earlier server, and leaves that process alone', async () => {
    const dataDir = world.folder()
    const made = await world.start(dataDir)
    await made.stop()
    const stranger = spawn('sleep', ['60'], { detached: true })
    writeFileSync(join(dataDir, 'postgres/postmaster.pid'), `${stranger.pid}\n${dataDir}/postgres\n1\n5432\n\n\n\n`)
    const database = await world.start(dataDir)
    expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
    stranger.kill()
    await database.stop()
  })
})
