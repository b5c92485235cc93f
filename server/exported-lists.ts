import {
  contactExport,
  customerExport,
  opportunityExport,
  prospectExport,
  supplierExport,
} from '#server/crm/exports.ts'
import { userExport } from '#server/identity/exports.ts'
import {
  countExport,
  kitExport,
  kitOrderExport,
  productionExport,
  recallExport,
  transferExport,
} from '#server/inventory/document-exports.ts'
import {
  attributeExport,
  categoryExport,
  locationExport,
  lotExport,
  productExport,
  rawMaterialExport,
  serviceTypeExport,
} from '#server/inventory/exports.ts'
import { invoiceExport } from '#server/invoicing/exports.ts'
import { shipmentExport } from '#server/logistics/exports.ts'
import { routeExport, vehicleExport } from '#server/logistics/routes/exports.ts'
import { purchaseExport } from '#server/purchasing/exports.ts'
import { deletedExport, forecastExport } from '#server/reports/exports.ts'
import { candidateExport, retentionLogExport } from '#server/retention/exports.ts'
import { estimateExport, orderExport, returnExport } from '#server/sales/exports.ts'
import type { ExportedList } from '#server/delivery/exported-list.ts'

/** All lists that can be exported as a file. */
export const exportedLists: readonly ExportedList[] = [
  attributeExport,
  candidateExport,
  categoryExport,
  contactExport,
  countExport,
  customerExport,
  deletedExport,
  estimateExport,
  forecastExport,
  invoiceExport,
  kitExport,
  kitOrderExport,
  locationExport,
  lotExport,
  opportunityExport,
  orderExport,
  productExport,
  productionExport,
  prospectExport,
  purchaseExport,
  rawMaterialExport,
  recallExport,
  retentionLogExport,
  returnExport,
  routeExport,
  serviceTypeExport,
  shipmentExport,
  supplierExport,
  transferExport,
  userExport,
  vehicleExport,
]
