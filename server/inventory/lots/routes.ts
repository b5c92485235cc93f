import { can } from '#shared/access/can.ts'
import { businessDate } from '#shared/dates.ts'
import { type LotEffect, lotsApi } from '#shared/inventory/lots/api.ts'
import type { Caller, Work } from '#server/kernel/work.ts'
import { changeLot, correctLot } from '#server/flows/stock/block-lots.ts'
import type { Serve, ServeDeps } from '#server/http/serve.ts'
import { listLotMovements } from './lot-movements.ts'
import { traceLot } from './lot-trace.ts'
import { getLot, listLots, sumLots } from './lots.ts'

const seesCustomers = (caller: Caller) => can(caller, 'salesOrders.view') || can(caller, 'crm.view')
const answer = async (work: Work, id: string, effect: LotEffect) => ({
  lot: await getLot(work.tx, id, seesCustomers(work.caller)),
  effect,
})

export function serveLots({ read, write }: Serve, { clock, timeZone }: ServeDeps): void {
  const today = () => businessDate(clock(), timeZone())
  read(lotsApi.listLots, ({ db, query }) => listLots(db, query, today()))
  read(lotsApi.sumLots, ({ db }) => sumLots(db, today()))
  read(lotsApi.getLot, ({ db, params, caller }) => getLot(db, params.id, seesCustomers(caller)))
  read(lotsApi.listMovements, ({ db, params, query }) => listLotMovements(db, params.id, query))
  read(lotsApi.traceLot, ({ db, params, caller }) => traceLot(db, params.id, seesCustomers(caller)))
  write(lotsApi.updateLot, async (work, { params, version, body }) =>
    answer(work, params.id, await correctLot(work, params.id, version, body)),
  )
  for (const act of ['hold', 'quarantine', 'release'] as const) {
    write(lotsApi[act], async (work, { params, body }) =>
      answer(work, params.id, await changeLot(work, params.id, act, body.reason)),
    )
  }
}
