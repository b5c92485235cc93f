import { salesReport } from '#shared/reports/reports.ts'
import { SalesTabs } from './sales-tabs.tsx'

/** Sales by customer. */
export default function SalesReportPage() {
  return <SalesTabs title="Sales reports" report={salesReport} by="customer" averageLabel="Average order" />
}
