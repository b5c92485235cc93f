import { lotsApi } from '#shared/inventory/lots/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { recallsApi } from '#shared/inventory/recalls/api.ts'
import type { notificationMethods } from '#shared/inventory/recalls/recall.ts'

type How = (typeof notificationMethods)[number]

/** "Told by phone". */
export const notifiedLabels: Record<How, string> = {
  mail: 'by mail',
  phone: 'by phone',
  visit: 'in person',
  letter: 'by letter',
  other: 'otherwise',
}

export const methodLabels: Record<How, string> = {
  mail: 'Email, sent now',
  phone: 'Phone call',
  visit: 'Visit',
  letter: 'Letter',
  other: 'Otherwise',
}

/** What an act on a recall makes old. */
export const recallQueries = [
  recallsApi.getRecall,
  recallsApi.listRecalls,
  lotsApi.getLot,
  lotsApi.listLots,
  lotsApi.listMovements,
  lotsApi.traceLot,
  inventoryApi.getProduct,
  inventoryApi.listProducts,
]
