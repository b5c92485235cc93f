import { kitOrdersApi } from '#shared/inventory/kits/kit-orders-api.ts'
import { kitsApi } from '#shared/inventory/kits/api.ts'
import type { Work } from '#server/kernel/work.ts'
import { businessDate } from '#shared/dates.ts'
import type { Serve, ServeDeps } from '#server/http/serve.ts'
import { chooseKitLots, listKitLineLots, updateKitOrder } from './change-kit-orders.ts'
import { getKitOrder, listKitOrders } from './kit-order-view.ts'
import { cancelKitOrder, createKitOrder, deleteKitOrder } from './kit-orders.ts'
import { getKit, listKits } from './kit-view.ts'
import { createKit, deleteKit, updateKit } from './kits.ts'
import { completeKitOrder, takeApartKits } from './pack-kits.ts'

export function serveKits({ read, write }: Serve, { clock, timeZone }: ServeDeps): void {
  read(kitsApi.listKits, ({ db, query }) => listKits(db, query))
  read(kitsApi.getKit, ({ db, params }) => getKit(db, params.id))
  write(kitsApi.createKit, async (work, { body }) => {
    const { id, orderId } = await createKit(work, body)
    return { kit: await getKit(work.tx, id), orderId }
  })
  write(kitsApi.updateKit, async (work, { params, version, body }) => {
    await updateKit(work, params.id, version, body)
    return getKit(work.tx, params.id)
  })
  write(kitsApi.deleteKit, (work, { params }) => deleteKit(work, params.id))

  read(kitOrdersApi.listKitOrders, ({ db, query }) => listKitOrders(db, query))
  read(kitOrdersApi.getKitOrder, ({ db, params }) => getKitOrder(db, params.id))
  write(kitOrdersApi.createKitOrder, async (work, { body }) => getKitOrder(work.tx, await createKitOrder(work, body)))
  write(kitOrdersApi.updateKitOrder, async (work, { params, version, body }) => {
    await updateKitOrder(work, params.id, version, body)
    return getKitOrder(work.tx, params.id)
  })
  read(kitOrdersApi.listKitLineLots, ({ db, params }) =>
    listKitLineLots(db, params.id, params.lineId, businessDate(clock(), timeZone())),
  )
  write(kitOrdersApi.chooseKitLots, async (work, { params, body }) => {
    await chooseKitLots(work, params.id, params.lineId, body)
    return getKitOrder(work.tx, params.id)
  })
  write(kitOrdersApi.deleteKitOrder, (work, { params }) => deleteKitOrder(work, params.id))
  write(kitOrdersApi.completeKitOrder, acting(completeKitOrder))
  write(
    kitOrdersApi.cancelKitOrder,
    acting((work, id, body: { reason: string }) => cancelKitOrder(work, id, body.reason)),
  )
  write(kitOrdersApi.takeApartKits, acting(takeApartKits))
}

const acting =
  <B>(act: (work: Work, id: string, body: B) => Promise<void>) =>
  async (work: Work, { params, body }: { params: { id: string }; body: B }) => {
    await act(work, params.id, body)
    return getKitOrder(work.tx, params.id)
  }
