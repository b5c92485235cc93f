import { type RangeState, useRangeState } from '#web/reports/public/range-state.ts'
import { ReportFrame, useReportTab } from '../report-frame.tsx'
import { DeletedTab } from './deleted-tab.tsx'
import { FinancialTab } from './financial-tab.tsx'
import { TableExport } from './table-export.tsx'
import { LowStockTab } from './low-stock-tab.tsx'
import { ProspectsTab } from './prospects-tab.tsx'
import { PurchasesTab } from './purchases-tab.tsx'
import { mayCall } from '#shared/access/can.ts'
import { inventoryReportsApi } from '#shared/reports/inventory-api.ts'
import { stockValueReport } from '#shared/reports/inventory-reports.ts'
import { prospectsReport, purchasesReport } from '#shared/reports/reports.ts'
import { SavedMenu } from '../saved/saved-menu.tsx'
import { ReportExport } from '../report-export.tsx'
import { addressOf } from '#web/api/address.ts'
import { useApiQuery } from '#web/api/query.ts'
import type { Report } from '../use-report.ts'
import { useCan, useUser } from '#web/session/session.ts'

/** The tabs whose report can be saved, scheduled and exported. */
const reportOfTab: Readonly<Record<string, { report: Report; by: string }>> = {
  financial: { report: stockValueReport, by: 'category' },
  purchases: { report: purchasesReport, by: 'supplier' },
  prospects: { report: prospectsReport, by: 'source' },
}

/** The tabs that are one table. */
const tableOfTab: Readonly<Record<string, { label: string; address: (query: FileQuery) => string }>> = {
  'low-stock': {
    label: 'Low stock',
    address: (query) => addressOf(inventoryReportsApi.lowStockFile, { query }),
  },
  deleted: {
    label: 'Deleted records',
    address: (query) => addressOf(inventoryReportsApi.deletedCountsFile, { query }),
  },
}
type FileQuery = RangeState['query'] & { format: 'csv' | 'xlsx' }

/** Stock value, purchases, low stock, prospects and deleted records. */
export default function InventoryReportPage() {
  const state = useRangeState()
  const user = useUser()
  const seesInvoices = useCan('invoices.view')
  const seesPartners = useCan('crm.view')
  const stock = useApiQuery(inventoryReportsApi.stock, { query: state.query }, { keepPrevious: true, untold: true })
  const tabs = [
    { id: 'financial', label: 'Financial', content: <FinancialTab answer={stock} state={state} /> },
    { id: 'purchases', label: 'Purchases', content: <PurchasesTab state={state} /> },
    { id: 'low-stock', label: 'Low Stock', content: <LowStockTab state={state} /> },
    ...(seesInvoices || seesPartners
      ? [{ id: 'prospects', label: 'Prospects', content: <ProspectsTab state={state} /> }]
      : []),
    ...(seesInvoices ? [{ id: 'deleted', label: 'Deleted', content: <DeletedTab state={state} /> }] : []),
  ]
  const [tab] = useReportTab(tabs.map(({ id }) => id))
  const reported = reportOfTab[tab]
  const table = tableOfTab[tab]
  return (
    <ReportFrame
      title="Inventory reports"
      state={state}
      shown={stock.data?.range}
      menu={
        table ? (
          <TableExport label={table.label} address={(format) => table.address({ ...state.query, format })} />
        ) : (
          reported && mayCall(user, reported.report.access) && <ReportMenu {...reported} state={state} />
        )
      }
      tabs={tabs}
    />
  )
}

function ReportMenu(props: { report: Report; by: string; state: RangeState }) {
  return (
    <>
      <SavedMenu {...props} />
      <ReportExport {...props} />
    </>
  )
}
