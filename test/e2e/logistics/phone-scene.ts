import { randomUUID } from 'node:crypto'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { businessDate } from '#shared/dates.ts'
import { driverApi } from '#shared/logistics/driver/api.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { shipmentsApi } from '#shared/logistics/shipments/api.ts'
import { addAccount, addPlace, addProduct } from '#test/builders.ts'
import type { Client } from '#test/client.ts'
import { packedOrder, type Scene } from '#test/deliveries.ts'
import { type RunningApp, withoutTutorials } from '#test/e2e/fixtures.ts'

/** Creates a warehouse with stock for browser tests, like the scene of test/deliveries.ts. */
export async function phoneScene(app: RunningApp): Promise<Scene> {
  const admin = app.api
  const place = await addPlace(admin)
  const product = await addProduct(admin, place, {
    quantity: 100_000,
    name: `Nitrile gloves ${randomUUID().slice(0, 8)}`,
  })
  return { admin, place, productId: product.id, accountId: '', driver: admin, server: undefined as never }
}

export interface StopWish {
  name?: string
  quantity?: number
  productId?: string
  /** Pays cash on delivery. */
  isCash?: boolean
  packages?: number
}

/** Creates a route for today with one stop per customer, in this order. */
export async function routeOfToday(scene: Scene, driver: Client, wishes: readonly StopWish[]) {
  const { admin } = scene
  const packed = []
  for (const [at, { name, quantity = 5, productId, isCash, packages = 0 }] of wishes.entries()) {
    const account = await addAccount(admin, {
      name: name ?? `Clinic ${at + 1} ${randomUUID().slice(0, 6)}`,
      address: `${at + 1} High Street\nHarbour Town`,
      phone: `+1 555 01${String(at).padStart(2, '0')}`,
      latitude: 51.5 + at / 100,
      longitude: -0.12,
      ...(isCash && { paymentTermsDays: 0 }),
    })
    const one = await packedOrder(scene, quantity, productId ?? scene.productId, account.id)
    if (packages > 0) await pack(admin, one.shipmentId, packages)
    packed.push({ ...one, account: account.name })
  }
  const route = await admin.do(routesApi.createRoute, {
    body: {
      date: businessDate(new Date(), 'UTC'),
      driverId: driver.userId,
      startId: scene.place.warehouse.id,
      shipmentIds: packed.map((one) => one.shipmentId),
    },
  })
  const { data } = await driver.do(driverApi.getDriverRoute, { params: { id: route.id } })
  return { route, packed, stops: data.driverStops }
}

async function pack(admin: Client, shipmentId: string, count: number) {
  const { version } = await admin.do(shipmentsApi.getShipment, { params: { id: shipmentId } })
  const packages = Array.from({ length: count }, () => ({ kind: 'carton' as const, weight: '2.5' }))
  await admin.call(shipmentsApi.putPackages, { params: { id: shipmentId }, body: { packages } }, { version })
}

/** The status in the header: how many records are waiting to be sent. */
export const waiting = (page: Page) => page.locator('header').getByRole('status')
export const current = (page: Page) => page.getByRole('region', { name: 'Current stop' })

/** Draws a signature. */
export async function sign(page: Page) {
  const box = page.getByRole('img', { name: /^Signature/ })
  await box.scrollIntoViewIfNeeded()
  const { x = 0, y = 0, width = 0, height = 0 } = (await box.boundingBox()) ?? {}
  await page.mouse.move(x + width * 0.2, y + height * 0.6)
  await page.mouse.down()
  for (const part of [0.3, 0.4, 0.5, 0.6, 0.7])
    await page.mouse.move(x + width * part, y + height * ((part * 10) % 2 ? 0.3 : 0.7), { steps: 3 })
  await page.mouse.up()
}

/** The events and files in the phone's queue. */
export const queueOf = (page: Page) =>
  page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((done) => {
      const request = indexedDB.open('wardstock-driver')
      request.onsuccess = () => done(request.result)
    })
    const all = (store: string) =>
      new Promise<Record<string, unknown>[]>((done) => {
        const request = database.transaction(store).objectStore(store).getAll()
        request.onsuccess = () => done(request.result)
      })
    const [events, files] = [await all('events'), await all('files')]
    database.close()
    return {
      states: events
        .toSorted((a, b) => Number(a['seq']) - Number(b['seq']))
        .map((one) => `${String(one['type'])} ${String(one['state'])}`),
      files: files.length,
      largestFile: Math.max(0, ...files.map(({ content }) => (content as ArrayBuffer).byteLength)),
    }
  })

/** Waits until the service worker controls the page, so that it works offline. */
export const isHeld = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }))
  })

/** Opens a browser with a persistent profile: its storage survives a restart, as on a phone. */
export async function openPhone(folder: string, baseURL: string): Promise<{ context: BrowserContext; page: Page }> {
  const args = process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : ['--disable-gpu']
  const context = await chromium.launchPersistentContext(folder, {
    baseURL,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    reducedMotion: 'reduce',
    args,
    ...(process.env['CHROMIUM_PATH'] ? { executablePath: process.env['CHROMIUM_PATH'] } : {}),
  })
  await withoutTutorials(context)
  return { context, page: context.pages()[0] ?? (await context.newPage()) }
}

/** A photo that is larger than what is sent. */
export const picture = (seed: number) =>
  sharp({ create: { width: 2400, height: 1800, channels: 3, background: { r: seed * 40, g: 90, b: 120 } } })
    .jpeg()
    .toBuffer()
