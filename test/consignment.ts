import { placesApi } from '#shared/inventory/locations/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { transfersApi } from '#shared/inventory/transfers/api.ts'
import type { TestPlace } from './builders.ts'
import type { Client } from './client.ts'

let count = 0

/** Creates a consignment location of a customer. Returns its id. */
export async function consignmentLocation(client: Client, accountId: string): Promise<string> {
  count += 1
  const body = { name: `Consignment ${count}`, type: 'Warehouse' as const }
  const { id, version } = await client.do(inventoryApi.createLocation, { body })
  await client.do(placesApi.setConsignee, { params: { id }, body: { accountId } }, { version })
  return id
}

/** Moves pieces of a lot to a location by an ordinary transfer. */
export async function transferLot(
  client: Client,
  place: TestPlace,
  destinationId: string,
  [itemId, lotId, quantity]: readonly [string, string, number],
): Promise<void> {
  const { id } = await client.do(transfersApi.createTransfer, {
    body: { sourceId: place.warehouse.id, destinationId, lines: [{ itemId, lotId, quantity }] },
  })
  await client.do(transfersApi.completeTransfer, { params: { id }, body: { differences: [] } })
}

/** Creates a consignment location with 20 pieces of a lot. Returns its id. */
export async function consignmentOf(
  client: Client,
  place: TestPlace,
  accountId: string,
  itemId: string,
  lotId: string,
): Promise<string> {
  const id = await consignmentLocation(client, accountId)
  await transferLot(client, place, id, [itemId, lotId, 20])
  return id
}
