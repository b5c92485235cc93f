import { can } from '#shared/access/can.ts'
import { businessDate } from '#shared/dates.ts'
import { expiryApi } from '#shared/reports/expiry/api.ts'
import type { Serve, ServeDeps } from '#server/http/serve.ts'
import { readRadar } from './radar.ts'

export function serveExpiryRadar({ read }: Serve, { clock, timeZone, replica }: ServeDeps): void {
  read(expiryApi.readRadar, ({ query, caller }) => {
    const seesCustomers = can(caller, 'salesOrders.view') || can(caller, 'crm.view')
    return replica.read((db) => readRadar(db, businessDate(clock(), timeZone()), Number(query.weeks), seesCustomers))
  })
}
