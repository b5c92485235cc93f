import { itemsReport } from '#shared/reports/reports.ts'
import { SalesTabs } from './sales-tabs.tsx'

/** Sales by item and category. */
export default function AnalyticsPage() {
  return (
    <SalesTabs title="Analytics" report={itemsReport} by="item" also={['category']} averageLabel="Average per unit" />
  )
}
