import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { maxImageBytes } from '#shared/inventory/products/image-limits.ts'
import { type PortalReturn, portalReturnsApi } from '#shared/portal/returns-api.ts'
import { returnsApi } from '#shared/sales/returns/api.ts'
import { maxPhotosPerReturn } from '#shared/sales/returns/return-photos.ts'
import { addAccount, addPlace, addProduct, deliveredOrder } from '#test/builders.ts'
import { portalUser } from '#test/portal.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
let owner: Client
let orderId: string
let orderLineId: string
let accountId: string
beforeAll(async () => {
  server = await startServer({ rateLimits: false })
  admin = await server.as('admin')
  const product = await addProduct(admin, await addPlace(admin), { quantity: 100 })
  accountId = (await addAccount(admin)).id
  owner = await portalUser(server, admin, accountId)
  const order = await deliveredOrder(admin, accountId, [[product.id, 50]])
  orderId = order.id
  orderLineId = order.orderLines[0]?.id ?? ''
})

const request = () =>
  owner.do(portalReturnsApi.requestReturn, {
    body: { orderId, lines: [{ orderLineId, quantity: 1, reason: 'damaged' }] },
  })
const picture = (shade: number) =>
  sharp({ create: { width: 2400, height: 1200, channels: 3, background: { r: shade, g: 40, b: 90 } } }).jpeg()
const send = (id: string, file: Buffer, { client = owner, type = 'image/jpeg' } = {}) =>
  client.send('PUT', `/api/customer-portal/returns/${id}/photos`, new Uint8Array(file), { 'content-type': type })
async function fetchPhoto(path: string, client: Client) {
  const answer = await fetch(`${server.url}${path}`, { headers: { cookie: client.cookie } })
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    bytes: Buffer.from(await answer.arrayBuffer()),
  }
}
const storedFiles = async () =>
  (await readdir(server.filesFolder, { recursive: true })).filter((name) => name.includes('.'))

test('[CUS-01] a photo of a return is stored without metadata, upright and resized, and both sides can see it', async () => {
  const found = await request()
  const file = await picture(10)
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Make: 'SECRET-CAMERA' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
    .toBuffer()
  const sent = await send(found.id, file)
  expect(sent.status).toBe(201)
  const [photo] = (sent.body as unknown as PortalReturn).photos
  expect(photo).toEqual({ id: expect.any(String), width: 800, height: 1600 })
  // The same file again isn't stored twice.
  expect(((await send(found.id, file)).body as unknown as PortalReturn).photos).toHaveLength(1)
  const office = await admin.do(returnsApi.getReturn, { params: { id: found.id } })
  expect(office.photos).toEqual([photo])
  for (const [path, client] of [
    [`/api/customer-portal/returns/${found.id}/photos/${photo?.id}`, owner],
    [`/api/returns/${found.id}/photos/${photo?.id}`, admin],
  ] as const) {
    const { status, type, bytes } = await fetchPhoto(path, client)
    expect([status, type, bytes.includes('SECRET')]).toEqual([200, 'image/webp', false])
    const { format, exif, width, height } = await sharp(bytes).metadata()
    expect({ format, exif, width, height }).toEqual({ format: 'webp', width: 800, height: 1600 })
  }
  expect((await fetchPhoto(`/api/returns/${orderId}/photos/${photo?.id}`, admin)).status).toBe(404)
})

test('[CUS-01] refuses files that are no photo, too large, too many or too late, and other customers; leaves no file', async () => {
  const found = await request()
  const before = await storedFiles()
  const good = await picture(20).toBuffer()
  expect((await send(found.id, Buffer.from('%PDF-1.7 hello'))).status).toBe(422)
  expect((await send(found.id, good, { type: 'application/pdf' })).status).toBe(415)
  expect((await send(found.id, good.subarray(0, 300))).status).toBe(422)
  expect((await send(found.id, Buffer.alloc(0))).status).toBe(422)
  expect((await send(found.id, Buffer.alloc(maxImageBytes + 1))).status).toBe(413)
  const viewer = await portalUser(server, admin, accountId, 'viewer')
  const stranger = await portalUser(server, admin, (await addAccount(admin)).id)
  expect((await send(found.id, good, { client: viewer })).status).toBe(403)
  expect((await send(found.id, good, { client: stranger })).status).toBe(404)
  expect((await send(found.id, good, { client: admin })).status).toBe(403)
  expect((await send(found.id, good, { client: server.nobody })).status).toBe(401)
  expect(await storedFiles()).toEqual(before)
  for (let at = 0; at < maxPhotosPerReturn; at += 1)
    expect((await send(found.id, await picture(40 + 30 * at).toBuffer())).status).toBe(201)
  const more = await send(found.id, good)
  expect([more.status, more.body.code]).toEqual([409, 'LIMIT_REACHED'])
  const dropped = await request()
  await admin.do(returnsApi.rejectReturn, { params: { id: dropped.id }, body: { reason: 'Too old' } })
  const late = await send(dropped.id, good)
  expect([late.status, late.body.code]).toEqual([409, 'TOO_LATE'])
  expect(await storedFiles()).toHaveLength(before.length + maxPhotosPerReturn)
})
