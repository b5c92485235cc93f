import { type ImportCounts, importsApi } from '#shared/imports/api.ts'
import { deliveryColumnSet, type Mapping } from '#shared/imports/delivery-columns.ts'
import type { Work } from '#server/kernel/work.ts'
import { batchesOf, type BatchSize, batchSize } from './batches.ts'
import type { Catalogue } from './catalogue.ts'
import type { DeliveryLine } from './delivery-line.ts'
import { examine } from './import-findings.ts'
import type { ImportKind } from './import-kind.ts'
import { countMissing } from './count-missing.ts'

/** Imports a batch of lines in the transaction of `work`. Returns what it added. */
export type ImportLines = (
  work: Work,
  source: string,
  catalogue: Catalogue,
  lines: readonly DeliveryLine[],
) => Promise<ImportCounts>

const example: Partial<Record<keyof Mapping, string>> = {
  lineId: '1',
  orderNumber: 'PO-1001',
  deliveryNumber: 'DN-2001',
  country: 'Kenya',
  projectCode: 'NBO-01',
  scheduledDate: '2026-03-02',
  deliveredDate: '2026-03-05',
  productGroup: 'ARV',
  subClassification: 'Adult',
  vendor: 'Example Pharma Ltd',
  manufacturingSite: 'Example Pharma, Plant 1',
  itemDescription: 'Efavirenz 600mg, tablets, 30 Tabs',
  brand: 'Generic',
  dosage: '600mg',
  packSize: '30',
  quantity: '500',
  packPrice: '3.20',
  lineValue: '1600.00',
  shipmentMode: 'Air',
  weight: '45',
  freight: '310.50',
}

/** A delivery history: its lines become suppliers, products, customers and completed orders. */
export const deliveryKind = (takeIn: ImportLines, size: BatchSize = batchSize): ImportKind => ({
  name: 'deliveries',
  calls: importsApi,
  columns: deliveryColumnSet,
  example,
  template: 'delivery-history-template.csv',
  async examine(db, { content, fileName, mapping }, onProgress) {
    const { fresh, catalogue, ...found } = await examine(db, content, mapping, onProgress)
    return {
      ...found,
      good: fresh.length,
      steps: [],
      toAdd: () => countMissing(db, fresh),
      *batches() {
        for (const lines of batchesOf(fresh, size)) {
          yield {
            rows: lines.length,
            async takeIn(work) {
              const counts = await takeIn(work, fileName, catalogue, lines)
              return { counts, rows: counts.lines }
            },
          }
        }
      },
    }
  },
})
