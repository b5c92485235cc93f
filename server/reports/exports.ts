import { exportedList, moment } from '#server/delivery/exported-list.ts'
import { deletedApi } from '#shared/reports/deleted-api.ts'
import { forecastApi } from '#shared/reports/forecast/api.ts'
import { forecastMethods } from '#shared/reports/forecast/demand-methods.ts'
import { deletedKinds } from '#shared/reports/deleted-kinds.ts'

export const deletedExport = exportedList('deleted-items', deletedApi.listDeleted, {
  name: ['Name', (row) => row.name],
  detail: ['Detail', (row) => row.detail],
  kind: ['Kind', (row) => deletedKinds[row.kind].label],
  deletedBy: ['Deleted by', (row) => row.deletedBy?.name ?? null],
  deletedAt: ['Deleted', (row) => moment(row.deletedAt)],
})

export const forecastExport = exportedList('forecasts', forecastApi.listForecasts, {
  name: ['Item', (row) => row.name],
  sku: ['SKU', (row) => row.sku],
  previous: ['Past 12 weeks', (row) => row.previous],
  demand: ['Next 12 weeks', (row) => row.demand],
  value: ['At cost', (row) => row.value],
  available: ['Available', (row) => row.available],
  weeksLeft: ['Weeks left', (row) => row.weeksLeft],
  wape: ['Error', (row) => row.wape],
  naiveWape: ['Same as last month', (row) => row.naiveWape],
  bias: ['Bias', (row) => row.bias],
  method: ['Method', (row) => forecastMethods[row.method].label],
})
