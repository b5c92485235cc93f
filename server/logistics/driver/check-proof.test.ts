import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { driverApi } from '#shared/logistics/driver/api.ts'
import { afterFile } from '#test/after-file.ts'
import { deliveryScene, routeOf, shipmentOf } from '#test/deliveries.ts'
import { deliveryOf, phoneOf } from '#test/driver-phone.ts'
import { startServer } from '#test/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'wardstock-proof-'))
afterFile(async () => rmSync(folder, { recursive: true, force: true }))

/** Runs the script on a file; returns its output and exit code. */
async function check(content: unknown): Promise<{ code: number; output: string }> {
  const file = join(folder, 'proof.json')
  writeFileSync(file, JSON.stringify(content))
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ['scripts/check-proof.mjs', file])
    return { code: 0, output: stdout }
  } catch (error) {
    const { code, stdout } = error as { code: number; stdout: string }
    return { code, output: stdout }
  }
}

test('[DRV-02] the standalone script check-proof verifies the hash of an exported proof and detects changes', async () => {
  const scene = await deliveryScene(await startServer())
  const { route, packed } = await routeOf(scene, 1, { isStarted: true })
  const { data } = await scene.driver.do(driverApi.getDriverRoute, { params: { id: route.id } })
  const phone = phoneOf(scene.driver)
  await phone.send(deliveryOf(phone.make, route.id, data.driverStops[0]!, { refused: 1 }))
  const shipment = await shipmentOf(scene, packed[0]!.shipmentId)
  const [proof] = shipment.proofs
  for (const exported of [shipment, shipment.proofs, proof]) {
    const { code, output } = await check(exported)
    expect([code, output]).toEqual([0, `ok       ${proof?.hash}  Dr Weiss\n`])
  }
  const document = proof?.document as { lines: object[]; receiver: string }
  for (const changed of [
    { ...document, receiver: 'Somebody else' },
    { ...document, stop: packed[0]!.orderId },
    { ...document, lines: document.lines.map((line) => ({ ...line, delivered: 5, refused: 0 })) },
  ]) {
    const { code, output } = await check({ ...proof, document: changed })
    expect([code, output.startsWith('CHANGED')]).toEqual([1, true])
  }
  expect((await check([])).code).toBe(1)
})
