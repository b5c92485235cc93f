import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { driverApi } from '#shared/logistics/driver/api.ts'
import { deliveryScene, type Scene } from '#test/deliveries.ts'
import { deliveryOf, onTheRoad } from '#test/driver-phone.ts'
import { type Client, startServer } from '#test/server.ts'
import { mountSmallDisk } from '#test/server/small-disk.ts'

let scene: Scene
beforeAll(async () => {
  scene = await deliveryScene(await startServer())
})

describe('[DRV-01] photos', () => {
  const part = (driver: Client, hash: string, bytes: Uint8Array, offset: number, size: number) =>
    driver.send('PUT', `/api/driver/files/${hash}?offset=${offset}&size=${size}`, new Uint8Array(bytes), {
      'content-type': 'application/octet-stream',
    })

  test('a photo is uploaded in parts, checked against its hash, re-encoded and stripped of its location', async () => {
    const { driver, route, stops, phone } = await onTheRoad(scene, 1)
    const noise = randomBytes(700 * 500 * 3)
    const photo = await sharp(noise, { raw: { width: 700, height: 500, channels: 3 } })
      .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
      .jpeg({ quality: 95 })
      .toBuffer()
    const hash = createHash('sha256').update(photo).digest('hex')
    const size = photo.length
    const bytes = 256 * 1024
    expect(size).toBeGreaterThan(bytes)
    expect((await part(driver, hash, photo.subarray(0, 10), 0, size)).status).toBe(404)
    await phone.send(deliveryOf(phone.make, route.id, stops[0]!, { photos: [hash] }))
    expect((await part(driver, hash, photo.subarray(0, bytes), 0, size)).body).toMatchObject({ received: bytes })
    expect((await part(driver, hash, photo.subarray(0, bytes), 0, size)).body).toMatchObject({ received: bytes })
    expect((await part(driver, hash, photo.subarray(bytes * 2), bytes * 2, size)).status).toBe(422)
    let last
    for (let at = bytes; at < size; at += bytes)
      last = await part(driver, hash, photo.subarray(at, at + bytes), at, size)
    expect(last?.body).toEqual({ received: size, isComplete: true })
    const state = await driver.do(driverApi.getFileState, { params: { sha256: hash } })
    expect(state).toEqual({ received: size, isComplete: true })
    const answer = await fetch(`${scene.server.url}/api/proof-files/${hash}`, {
      headers: { cookie: scene.admin.cookie },
    })
    const stored = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([stored.format, stored.width, stored.exif]).toEqual(['webp', 700, undefined])
    const other = await scene.server.as('driver')
    expect((await other.call(driverApi.getFileState, { params: { sha256: hash } })).status).toBe(404)
  })

  test('(4.14) a signature upload that failed on a full disk (503) can be continued, as the phone does', async ({
    skip,
  }) => {
    const { filesFolder } = scene.server
    const { driver, route, stops, phone } = await onTheRoad(scene, 1)
    const noise = randomBytes(300 * 200 * 3)
    const photo = await sharp(noise, { raw: { width: 300, height: 200, channels: 3 } })
      .png()
      .toBuffer()
    const hash = createHash('sha256').update(photo).digest('hex')
    await phone.send(deliveryOf(phone.make, route.id, stops[0]!, { signature: hash, typedName: null }))
    if (!mountSmallDisk(filesFolder, '8k')) return skip('only root can mount a small disk')
    try {
      const full = await part(driver, hash, photo, 0, photo.length)
      expect([full.status, (full.body as { code?: string }).code]).toEqual([503, 'DISK_FULL'])
      const { received } = await driver.do(driverApi.getFileState, { params: { sha256: hash } })
      expect(received).toBeLessThan(photo.length)
      const still = await part(driver, hash, photo.subarray(received), received, photo.length)
      expect(still.status).toBe(503)
    } finally {
      spawnSync('umount', ['-l', filesFolder])
    }
    const { received } = await driver.do(driverApi.getFileState, { params: { sha256: hash } })
    const last = await part(driver, hash, photo.subarray(received), received, photo.length)
    expect(last.body).toEqual({ received: photo.length, isComplete: true })
    const shown = await fetch(`${scene.server.url}/api/proof-files/${hash}`, {
      headers: { cookie: scene.admin.cookie },
    })
    expect(shown.status).toBe(200)
  })

  test('an upload that does not match its hash is refused (422) and starts over', async () => {
    const { driver, route, stops, phone } = await onTheRoad(scene, 1)
    const hash = 'b'.repeat(64)
    await phone.send(deliveryOf(phone.make, route.id, stops[0]!, { photos: [hash] }))
    expect((await part(driver, hash, randomBytes(10), 0, 10)).status).toBe(422)
    expect(await driver.do(driverApi.getFileState, { params: { sha256: hash } })).toEqual({
      received: 0,
      isComplete: false,
    })
  })
})
