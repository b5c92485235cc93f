import { beforeAll, describe, expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { pdfPages, pdfText } from '#test/pdf-text.ts'
import { routesApi } from '#shared/logistics/routes/api.ts'
import { startServer } from '#test/server.ts'
import { addVehicle, deliveryScene, plannedRoute, routeOf, type Scene } from '#test/deliveries.ts'

let scene: Scene
beforeAll(async () => {
  scene = await deliveryScene(await startServer())
})
const nobody = randomUUID()

describe('[RTE-01] documents of a route', () => {
  test('route sheet, load list and delivery notes list each stop; a route without stops has no documents (409)', async () => {
    const { server, admin } = scene
    const { route } = await routeOf(scene, 2)
    for (const kind of ['route-sheet', 'load-list', 'delivery-notes']) {
      const path = `/api/routes/${route.id}/documents/${kind}`
      const answer = await fetch(`${server.url}${path}`, {
        headers: { cookie: admin.cookie, 'x-requested-with': 'XMLHttpRequest' },
      })
      expect([kind, answer.status, answer.headers.get('content-type')]).toEqual([kind, 200, 'application/pdf'])
      const text = pdfText(new Uint8Array(await answer.arrayBuffer()))
      for (const { shipment } of route.routeStops) expect(text).toContain(shipment.number)
    }
    const plate = '12-D-34567'
    const vehicle = await addVehicle(scene, { name: 'Cooled van 7', plate })
    const update = { params: { id: route.id }, body: { vehicleId: vehicle.id } }
    await admin.call(routesApi.updateRoute, update, { version: route.version })
    const sheet = await fetch(`${server.url}/api/routes/${route.id}/documents/route-sheet`, {
      headers: { cookie: admin.cookie },
    })
    // A stop that is not packed has no “0 packages, 0 kg”, and the plate is not broken at its hyphens.
    const content = new Uint8Array(await sheet.arrayBuffer())
    const [page = []] = pdfPages(content)
    const rows = page.map(({ y }) => page.flatMap((one) => (one.y === y ? one.text : [])).join(''))
    expect(rows.filter((row) => row.includes(plate))).not.toEqual([])
    expect(pdfText(content)).toContain('Not packed')
    expect(pdfText(content)).not.toMatch(/\b0\s(packages|kg)/)
    const empty = await plannedRoute(scene, [])
    const refused = await admin.send('GET', `/api/routes/${empty.id}/documents/route-sheet`)
    expect([refused.status, refused.body.error]).toEqual([409, 'The route has no stops yet.'])
    const codes = [
      await admin.send('GET', `/api/routes/${nobody}/documents/route-sheet`),
      await admin.send('GET', `/api/routes/${route.id}/documents/menu`),
      await server.nobody.send('GET', `/api/routes/${route.id}/documents/route-sheet`),
      await scene.driver.send('GET', `/api/routes/${route.id}/documents/route-sheet`),
    ]
    expect(codes.map((one) => one.status)).toEqual([404, 404, 401, 403])
  })
})
