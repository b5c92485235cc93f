import { randomUUID } from 'node:crypto'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { maxImagesPerProduct, maxImageBytes } from '#shared/inventory/products/image-limits.ts'
import type { Product, ProductImage } from '#shared/inventory/stock/product.ts'
import { productImagesApi } from '#shared/inventory/products/product-images-api.ts'
import { deletedApi } from '#shared/reports/deleted-api.ts'
import { imageDecoder } from '#server/files/image-decoder.ts'
import { addPlace, addProduct, type TestPlace } from '#test/builders.ts'
import { type Client, startServer, type TestServer } from '#test/server.ts'

let server: TestServer
let admin: Client
let place: TestPlace
beforeAll(async () => {
  server = await startServer()
  admin = await server.as('admin')
  place = await addPlace(admin)
})

/** A plain image of one colour; `seed` makes its file unique. */
const picture = (seed: number, width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: { r: seed % 256, g: (seed * 7) % 256, b: 90 } } })

const sendTo = (productId: string, file: Buffer, type = 'image/jpeg', client = admin, name = 'photo.jpg') =>
  client.send('PUT', `/api/products/${productId}/images?fileName=${encodeURIComponent(name)}`, new Uint8Array(file), {
    'content-type': type,
  })

async function addImage(productId: string, seed: number): Promise<ProductImage> {
  const answer = await sendTo(productId, await picture(seed).jpeg().toBuffer())
  expect(answer.status).toBe(201)
  return answer.body as unknown as ProductImage
}

async function fetchImage(id: string, size: 'large' | 'thumbnail' = 'large', client = admin, more = {}) {
  const answer = await fetch(`${server.url}/api/product-images/${id}/${size}`, {
    headers: { cookie: client.cookie, ...more },
  })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

const imagesOf = async (product: Pick<Product, 'id'>) =>
  (await admin.do(inventoryApi.getProduct, { params: { id: product.id } })).images

async function storedFiles(): Promise<string[]> {
  const names = await readdir(server.filesFolder, { recursive: true })
  return names.filter((name) => name.includes('.'))
}

/** A PNG with one bit per pixel, all zeros: it expands to a thousand times its size. */
function pngBomb(width: number, height: number): Buffer {
  const chunk = (type: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    size.writeUInt32BE(content.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([size, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

describe('uploading a product image', () => {
  test('[INV-01] [INV-03] (W10) stores only the pixels: upright, resized, without GPS position, camera and comment metadata', async () => {
    const product = await addProduct(admin, place)
    const file = await picture(1, 2400, 1200)
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExifMerge({
        IFD0: { Copyright: 'SECRET-OWNER', Make: 'SECRET-CAMERA' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' },
      })
      .toBuffer()
    expect((await sharp(file).metadata()).exif?.includes('SECRET-CAMERA')).toBe(true)
    const answer = await sendTo(product.id, file, 'image/jpeg', admin, '../../etc/pass\u202Ewd.jpg')
    expect([answer.status, answer.body]).toEqual([
      201,
      { id: expect.any(String), fileName: 'passwd.jpg', alt: '', width: 800, height: 1600 },
    ])
    const { id } = answer.body as unknown as ProductImage
    const large = await fetchImage(id)
    const thumbnail = await fetchImage(id, 'thumbnail')
    for (const { bytes } of [large, thumbnail]) {
      const { format, exif, xmp, iptc, orientation } = await sharp(bytes).metadata()
      expect({ format, exif, xmp, iptc, orientation }).toEqual({ format: 'webp' })
      expect(bytes.includes('SECRET')).toBe(false)
    }
    const small = await sharp(thumbnail.bytes).metadata()
    expect([small.width, small.height]).toEqual([160, 320])
    expect((await sharp(large.bytes).metadata()).width).toBe(800)
  })

  test('[INV-01] [INV-03] (W6) is served with safe headers and cached by the browser, only for users who may see products', async () => {
    const product = await addProduct(admin, place)
    const { id } = await addImage(product.id, 2)
    const { status, headers } = await fetchImage(id)
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, max-age=31536000, immutable',
    })
    const again = await fetchImage(id, 'large', admin, { 'if-none-match': headers.get('etag') ?? '' })
    expect([again.status, again.bytes.length]).toEqual([304, 0])
    const seller = await server.as('staff', { salesOrders: { view: true, edit: true } })
    expect((await fetchImage(id, 'thumbnail', seller)).status).toBe(200)
    expect((await fetchImage(id, 'large', await server.as('customer'))).status).toBe(403)
    expect((await fetchImage(id, 'large', server.nobody)).status).toBe(401)
    expect((await admin.send('GET', `/api/product-images/${id}/original`)).status).toBe(404)
  })

  test.each(['png', 'webp', 'jpeg'] as const)(
    '[INV-01] [INV-03] accepts %s, whatever content type it is sent with',
    async (format) => {
      const product = await addProduct(admin, place)
      const file = await picture(3).toFormat(format).toBuffer()
      const answer = await sendTo(product.id, file, 'image/png')
      expect(answer.status).toBe(201)
      expect(
        (await sharp((await fetchImage((answer.body as unknown as ProductImage).id)).bytes).metadata()).format,
      ).toBe('webp')
    },
  )

  test('(B20) the same file uploaded several times concurrently creates one image', async () => {
    const product = await addProduct(admin, place)
    const file = await picture(4).jpeg().toBuffer()
    const answers = await Promise.all(Array.from({ length: 4 }, () => sendTo(product.id, file)))
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201])
    expect(new Set(answers.map((answer) => (answer.body as unknown as ProductImage).id)).size).toBe(1)
    const [image] = await imagesOf(product)
    expect(await storedFiles()).toEqual(expect.arrayContaining([expect.stringContaining(`${image?.id}.large`)]))
    const rows = await sql<{ id: string }>`select id from product_images`.execute(server.database.db)
    // (V20) Every stored file belongs to a database row.
    const known = new Set(rows.rows.map((row) => row.id))
    expect((await storedFiles()).filter((name) => !known.has(name.slice(3, 39)))).toEqual([])
  })
})

describe('invalid or malicious image files', () => {
  const refused = async (file: Buffer, words: RegExp, type = 'image/png') => {
    const product = await addProduct(admin, place)
    const before = await storedFiles()
    const answer = await sendTo(product.id, file, type)
    expect([answer.status, answer.body.fields]).toEqual([422, { file: expect.stringMatching(words) }])
    expect(await imagesOf(product)).toEqual([])
    expect(await storedFiles()).toEqual(before)
  }

  test('(W7) refuses a decompression bomb of 400 megapixels in 50 kB before decoding it', async () => {
    const bomb = pngBomb(20_000, 20_000)
    expect(bomb.length).toBeLessThan(100_000)
    await refused(bomb, /more than 40 megapixels/)
  })

  test('(W7) a PNG that declares fewer rows than it contains is decoded only at its declared size', async () => {
    const bomb = pngBomb(20_000, 2000)
    bomb.writeUInt32BE(20, 20)
    bomb.writeUInt32BE(crc32(bomb.subarray(12, 29)), 29)
    const product = await addProduct(admin, place)
    const answer = await sendTo(product.id, bomb, 'image/png')
    // The 20 rows that its header declares are decoded.
    expect([answer.status, answer.body]).toMatchObject([201, { width: 1600, height: 2 }])
  })

  test('(W7) stops decoding that takes too long, and decodes the next image', async () => {
    const hasty = imageDecoder({ workMs: 1 })
    const slow = await picture(5, 6000, 6000).png().toBuffer()
    await expect(hasty(slow)).rejects.toThrow(/takes too long/)
    const patient = imageDecoder()
    await expect(Promise.allSettled([patient(slow.subarray(0, 400)), patient(slow)])).resolves.toMatchObject([
      { status: 'rejected', reason: { code: 'INVALID' } },
      { status: 'fulfilled', value: { width: 1600, height: 1600 } },
    ])
  })

  test('(W7) refuses images with RATE_LIMITED when the decoding queue is full', async () => {
    const decode = imageDecoder({ waiting: 0 })
    const file = await picture(6).png().toBuffer()
    const [first, second] = await Promise.allSettled([decode(file), decode(file)])
    expect([first.status, second]).toMatchObject([
      'fulfilled',
      { status: 'rejected', reason: { code: 'RATE_LIMITED' } },
    ])
  })

  test('(W7) refuses files larger than the allowed bytes (413)', async () => {
    const product = await addProduct(admin, place)
    expect((await sendTo(product.id, Buffer.alloc(maxImageBytes + 1))).status).toBe(413)
  })

  test.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a PDF', '%PDF-1.7\n%âãÏÓ\n1 0 obj'],
    ['a GIF that is a script', 'GIF89a/*\u0001\u0000*/=1;alert(1)'],
    ['nothing known', 'hello'],
    ['a PNG with its first bytes alone', '\u0089PNG\r\n\u001a\n<script>alert(1)</script>'],
  ])('(W6) refuses %s, whatever type it declares', async (_name, text) => {
    await refused(Buffer.from(text, 'latin1'), /not a JPEG, PNG or WebP|damaged|not a picture/)
  })

  test.each([
    ['jpeg', '<script>alert(document.domain)</script>'],
    ['png', '<svg onload=alert(1)>'],
    ['webp', 'PK\u0003\u0004 an archive'],
    ['jpeg', '<?php system($_GET[0]);'],
    ['png', '%PDF-1.7'],
  ] as const)('(W6) refuses a %s image with another file appended', async (format, behind) => {
    const file = await picture(7).toFormat(format).toBuffer()
    await refused(Buffer.concat([file, Buffer.from(behind, 'latin1')]), /another file behind the picture/)
  })

  test('[INV-03] (W6) scripts hidden inside an image are not stored', async () => {
    const product = await addProduct(admin, place)
    const jpeg = await picture(8).jpeg().toBuffer()
    const words = '<script>alert(1)</script>'
    const comment = Buffer.from([0xff, 0xfe, 0, words.length + 2, ...Buffer.from(words)])
    const answer = await sendTo(product.id, Buffer.concat([jpeg.subarray(0, 2), comment, jpeg.subarray(2)]))
    expect(answer.status).toBe(201)
    const { id } = answer.body as unknown as ProductImage
    for (const size of ['large', 'thumbnail'] as const)
      expect((await fetchImage(id, size)).bytes.includes('script')).toBe(false)
  })

  test('(W6) refuses damaged and empty files, other types, unknown products, and users without permission', async () => {
    const jpeg = await picture(9, 800, 800).jpeg().toBuffer()
    await refused(jpeg.subarray(0, jpeg.length / 2), /damaged/)
    const product = await addProduct(admin, place)
    expect((await sendTo(product.id, Buffer.alloc(0))).status).toBe(422)
    expect((await sendTo(product.id, jpeg, 'image/svg+xml')).status).toBe(415)
    expect((await sendTo(product.id, jpeg, 'text/csv')).status).toBe(415)
    expect((await admin.send('POST', '/api/categories', 'x', { 'content-type': 'image/png' })).status).toBe(415)
    expect((await sendTo('018f0000-0000-7000-8000-000000000000', jpeg)).status).toBe(404)
    expect((await sendTo(product.id, jpeg, 'image/jpeg', server.nobody)).status).toBe(401)
    expect((await sendTo(product.id, jpeg, 'image/jpeg', await server.as('driver'))).status).toBe(403)
  })

  test('(F9) an aborted upload leaves no image and no file', async () => {
    const product = await addProduct(admin, place)
    const before = await storedFiles()
    await new Promise<void>((done) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => {
        const lines = [
          `PUT /api/products/${product.id}/images HTTP/1.1`,
          'Host: localhost',
          `Cookie: ${admin.cookie}`,
          'X-Requested-With: XMLHttpRequest',
          'Content-Type: image/jpeg',
          'Content-Length: 5000',
        ]
        socket.write(`${lines.join('\r\n')}\r\n\r\nhalf`, () => socket.destroy())
      })
      socket.once('close', () => done())
    })
    expect(await imagesOf(product)).toEqual([])
    expect(await storedFiles()).toEqual(before)
  })
})

describe('the images of a product', () => {
  const order = (id: string, ids: string[]) =>
    admin.call(productImagesApi.orderImages, { params: { id }, body: { ids } })

  test('[INV-01] [INV-03] can be ordered, the first is the main image; each can have an alternative text', async () => {
    const product = await addProduct(admin, place)
    const [a, b, c] = [await addImage(product.id, 11), await addImage(product.id, 12), await addImage(product.id, 13)]
    const cover = async () => {
      const { data } = await admin.do(inventoryApi.listProducts, { query: { q: product.sku } })
      return data[0]?.cover
    }
    expect(await cover()).toBe(a.id)
    expect((await order(product.id, [c.id, a.id, b.id])).status).toBe(200)
    expect((await imagesOf(product)).map((image) => image.id)).toEqual([c.id, a.id, b.id])
    expect(await cover()).toBe(c.id)
    const params = { id: product.id, imageId: a.id }
    const described = await admin.do(productImagesApi.describeImage, { params, body: { alt: '  A blue box, open ' } })
    expect(described.alt).toBe('A blue box, open')
    expect((await imagesOf(product))[1]?.alt).toBe('A blue box, open')
    const long = await admin.call(productImagesApi.describeImage, { params, body: { alt: 'x'.repeat(251) } })
    expect(long.status).toBe(422)
  })

  test('(F11) refuses a new order based on an outdated list of images (412) and returns the current ones', async () => {
    const product = await addProduct(admin, place)
    const [a, b] = [await addImage(product.id, 14), await addImage(product.id, 15)]
    for (const ids of [[a.id], [a.id, a.id], [a.id, b.id, product.id], []]) {
      const answer = await order(product.id, ids)
      expect([answer.status, answer.body.details]).toMatchObject([412, { images: [{ id: a.id }, { id: b.id }] }])
    }
  })

  test('[INV-01] [INV-03] can be removed and restored at their former position; not through another product', async () => {
    const product = await addProduct(admin, place)
    const [a, b] = [await addImage(product.id, 16), await addImage(product.id, 17)]
    const params = { id: product.id, imageId: a.id }
    const remove = () => admin.call(productImagesApi.removeImage, { params })
    const restore = () => admin.call(productImagesApi.restoreImage, { params })
    expect((await remove()).status).toBe(204)
    expect((await remove()).status).toBe(404)
    expect((await imagesOf(product)).map((image) => image.id)).toEqual([b.id])
    expect((await fetchImage(a.id)).status).toBe(404)
    expect((await restore()).status).toBe(200)
    expect((await restore()).status).toBe(404)
    expect((await imagesOf(product)).map((image) => image.id)).toEqual([a.id, b.id])
    expect((await fetchImage(a.id)).status).toBe(200)
    await remove()
    await addImage(product.id, 16)
    expect((await restore()).status).toBe(409)
    const other = await addProduct(admin, place)
    const wrong = { params: { id: other.id, imageId: b.id } }
    expect((await admin.call(productImagesApi.removeImage, wrong)).status).toBe(404)
    expect((await admin.call(productImagesApi.restoreImage, wrong)).status).toBe(404)
    expect((await admin.call(productImagesApi.describeImage, { ...wrong, body: { alt: 'x' } })).status).toBe(404)
  })

  test('[INV-01] [INV-03] do not exceed the limit, even with concurrent uploads', async () => {
    const product = await addProduct(admin, place)
    await sql`insert into product_images (id, item_id, position, file_name, width, height, bytes, source_hash)
      select gen_random_uuid(), ${product.id}, n, 'x', 1, 1, 1, n::text from generate_series(1, ${maxImagesPerProduct - 1}) n`.execute(
      server.database.db,
    )
    const files = await Promise.all([21, 22, 23].map((seed) => picture(seed).jpeg().toBuffer()))
    const answers = await Promise.all(files.map((file) => sendTo(product.id, file)))
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 409, 409])
    expect(await imagesOf(product)).toHaveLength(maxImagesPerProduct)
  })

  test('[REP-04] are hidden while their product is deleted, and restored with it', async () => {
    const product = await addProduct(admin, place)
    const { id } = await addImage(product.id, 31)
    await admin.do(inventoryApi.deleteProduct, { params: { id: product.id } })
    expect((await fetchImage(id)).status).toBe(404)
    expect((await sendTo(product.id, await picture(32).jpeg().toBuffer())).status).toBe(404)
    await admin.do(deletedApi.restore, { params: { kind: 'product', id: product.id }, body: {} })
    expect((await fetchImage(id)).status).toBe(200)
  })

  test('(V20) the cleanup job deletes files without a row and images removed over a month ago', async () => {
    const product = await addProduct(admin, place)
    const [shown, gone, recent] = [
      await addImage(product.id, 41),
      await addImage(product.id, 42),
      await addImage(product.id, 43),
    ]
    for (const { id } of [gone, recent])
      await admin.do(productImagesApi.removeImage, { params: { id: product.id, imageId: id } })
    await sql`update product_images set removed_at = moment() - interval '31 days' where id = ${gone.id}`.execute(
      server.database.db,
    )
    const orphan = randomUUID()
    const shelf = join(server.filesFolder, orphan.slice(-2))
    await mkdir(shelf, { recursive: true })
    await writeFile(join(shelf, `${orphan}.large`), 'left by a crash')
    await writeFile(join(shelf, '.half.tmp'), 'half written')
    const yesterday = new Date(Date.now() - 2 * 86_400_000)
    for (const name of await storedFiles()) await utimes(join(server.filesFolder, name), yesterday, yesterday)
    await server.app.runJobs('delete-unused-images')
    const left = (await storedFiles()).join()
    expect([shown.id, recent.id].every((id) => left.includes(`${id}.large`) && left.includes(`${id}.thumbnail`))).toBe(
      true,
    )
    expect([gone.id, orphan, '.tmp'].some((name) => left.includes(name))).toBe(false)
  })
})
