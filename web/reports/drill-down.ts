import type { DateSpan } from '#shared/reports/date-range.ts'
import { searchOf } from '#web/api/address.ts'
import { paths } from '#web/paths.ts'
import { useCan } from '#web/session/session.ts'

/** The URL of the list that adds up to a figure: for a date range, and for one row of a dimension or all. */
export type ListOf = (span: DateSpan, row?: { by: string; key: string | null }) => string | undefined

const address = (path: string, { start, end }: DateSpan, more: Record<string, string | undefined>) =>
  `${path}?${searchOf({ ...more, from: start, to: end })}`

const noKey = (row: { key: string | null } | undefined) => row !== undefined && row.key === null

/** The report's own records page; works for rows without a key too. */
const recordsOf =
  (report: string): ListOf =>
  ({ start, end }, row) =>
    `${paths.reportRecords(report)}?${searchOf({ start, end, ...(row && { by: row.by }), ...(row?.key && { key: row.key }) })}`

/** The list that explains a report's figures; undefined if the user may not view it. */
export function useListOf(report: string): ListOf {
  const seesOrders = useCan('salesOrders.view')
  const seesPurchases = useCan('purchaseOrders.view')
  const seesPartners = useCan('crm.view')
  const ofOrders =
    (filters: Record<string, string>, names: Record<string, string>): ListOf =>
    (span, row) => {
      if (!seesOrders || noKey(row)) return undefined
      return address(paths.orders, span, { ...(row?.key && { [names[row.by] ?? row.by]: row.key }), ...filters })
    }
  const lists: Record<string, ListOf> = {
    sales: ofOrders({ sale: 'true' }, { customer: 'account' }),
    orders: ofOrders({}, {}),
    purchases: (span, row) =>
      seesPurchases && !noKey(row)
        ? address(paths.purchaseOrders, span, { supplier: row?.key ?? undefined, placed: 'true' })
        : undefined,
    prospects: (span, row) =>
      seesPartners && !noKey(row) ? address(paths.prospects, span, row?.key ? { [row.by]: row.key } : {}) : undefined,
  }
  return lists[report] ?? recordsOf(report)
}
