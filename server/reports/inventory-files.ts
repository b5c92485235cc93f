import type { FastifyReply } from 'fastify'
import { deletedKinds } from '#shared/reports/deleted-kinds.ts'
import type { LowStockRow } from '#shared/reports/inventory-api.ts'
import { stockStatusNames } from '#shared/inventory/stock/stock-status.ts'
import { type ExportColumn, sendTable } from '#server/http/table-download.ts'
import type { TableFormat } from '#server/files/table-file.ts'

/* Exports of the tabs of the inventory report that have their own tables. */

export const lowStockColumns: readonly ExportColumn<LowStockRow>[] = [
  { header: 'Product', cell: ({ name }) => name },
  { header: 'SKU', cell: ({ sku }) => sku },
  { header: 'Stock', cell: ({ stockStatus }) => stockStatusNames[stockStatus] },
  { header: 'Available', cell: ({ available }) => available },
  { header: 'Reorder point', cell: ({ threshold }) => threshold },
  { header: 'Used in period', cell: ({ consumed }) => consumed },
  { header: 'Days until out', cell: ({ daysLeft }) => daysLeft },
  { header: 'On order', cell: ({ onOrder }) => onOrder },
]

export const deletedColumns: readonly ExportColumn<{ kind: keyof typeof deletedKinds; count: number }>[] = [
  { header: 'Kind', cell: ({ kind }) => deletedKinds[kind].label },
  { header: 'Deleted', cell: ({ count }) => count },
]

export function sendRows<Row>(
  reply: FastifyReply,
  name: string,
  format: TableFormat,
  columns: readonly ExportColumn<Row>[],
  data: readonly Row[],
): never {
  const rows = (async function* () {
    yield data
  })()
  return sendTable(reply, { name, format, columns, rows })
}
