import {
  contactExport,
  customerExport,
  opportunityExport,
  prospectExport,
  supplierExport,
} from '#shared/crm/exports.ts'
import { userExport } from '#shared/identity/exports.ts'
import {
  countExport,
  kitExport,
  kitOrderExport,
  productionExport,
  recallExport,
  transferExport,
} from '#shared/inventory/document-exports.ts'
import {
  attributeExport,
  categoryExport,
  locationExport,
  lotExport,
  productExport,
  rawMaterialExport,
  serviceTypeExport,
} from '#shared/inventory/exports.ts'
import { invoiceExport } from '#shared/invoicing/exports.ts'
import { purchaseExport } from '#shared/purchasing/exports.ts'
import { deletedExport } from '#shared/reports/exports.ts'
import { estimateExport, orderExport, returnExport } from '#shared/sales/exports.ts'
import type { ExportedList } from './exported-list.ts'

/** Every list that can be had as a file. */
export const exportedLists: readonly ExportedList[] = [
  attributeExport,
  categoryExport,
  contactExport,
  countExport,
  customerExport,
  deletedExport,
  estimateExport,
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
  returnExport,
  serviceTypeExport,
  supplierExport,
  transferExport,
  userExport,
]
