import { placesApi } from '#shared/inventory/locations/api.ts'
import type { Serve } from '#server/http/serve.ts'
import { getLocation, listStockOnHand, mapLocations } from '#server/inventory/stock/stock-on-hand.ts'
import { setConsignee } from './consignee.ts'
import { createZone, deleteZone, assignZoneGoods, updateZone } from './zones.ts'

export function servePlaces({ read, write }: Serve): void {
  read(placesApi.mapLocations, ({ db, query }) => mapLocations(db, query))
  read(placesApi.getLocation, ({ db, params }) => getLocation(db, params.id))
  read(placesApi.listStanding, ({ db, params, query }) => listStockOnHand(db, params.id, query))
  write(placesApi.setConsignee, (work, { params, version, body }) =>
    setConsignee(work, params.id, version, body.accountId),
  )
  write(placesApi.createZone, (work, { params, body }) => createZone(work, params.id, body))
  write(placesApi.updateZone, (work, { params, version, body }) =>
    updateZone(work, params.id, params.zoneId, version, body),
  )
  write(placesApi.deleteZone, (work, { params, query }) => deleteZone(work, params.id, params.zoneId, query.moveTo))
  write(placesApi.keepGoods, (work, { params, body }) => assignZoneGoods(work, params.id, body.zoneId, body.goods))
}
