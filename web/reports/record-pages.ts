import type { ReportRecords } from '#shared/reports/report.ts'
import { paths } from '#web/paths.ts'

/** The pages of the records that reports are made of. */
export const pageOfKind: Record<ReportRecords['data'][number]['kind'], ((id: string) => string) | null> = {
  order: paths.order,
  invoice: paths.invoice,
  purchase: paths.purchaseOrder,
  route: paths.route,
  shipment: paths.shipment,
  prospect: paths.prospect,
  item: paths.product,
  lot: paths.lot,
  'stock-count': paths.stockCount,
  recall: paths.recall,
  customer: paths.customer,
  supplier: paths.supplier,
  contact: paths.contact,
  opportunity: paths.opportunity,
  estimate: paths.estimate,
  return: paths.return,
  transfer: paths.stockTransfer,
  production: paths.productionRun,
  kit: paths.kit,
  'kit-order': paths.kitOrder,
  'raw-material': paths.rawMaterial,
  location: paths.location,
  user: paths.user,
  none: null,
}
