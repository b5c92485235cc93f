import type { JournalEntry } from '#shared/accounting/journal-api.ts'
import { paths } from '#web/paths.ts'

type Document = NonNullable<JournalEntry['document']>

const pages: Record<Document['kind'], (id: string) => string> = {
  invoice: paths.invoice,
  payment: paths.statement,
  account: paths.statement,
  sales_order: paths.order,
  purchase_order: paths.purchaseOrder,
  product: paths.product,
  raw_material: paths.rawMaterial,
  kit: paths.kit,
  transfer: paths.stockTransfer,
  kit_order: paths.kitOrder,
  production: paths.productionRun,
  recall: paths.recall,
  count: paths.stockCount,
  return: paths.return,
}

/** The page of an entry's document; null for daily rounding. */
export const documentPath = (document: JournalEntry['document']): string | null =>
  document && pages[document.kind](document.id)
