import { crmApi } from '#shared/crm/partners/api.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import { invoicingApi } from '#shared/invoicing/api.ts'
import { reportsApi } from '#shared/reports/api.ts'
import { salesApi } from '#shared/sales/orders/api.ts'

/** What shows something else once an order has gone or come: lists, counts, stock and figures. */
export const orderQueries = [
  salesApi.listOrders,
  salesApi.countOrders,
  invoicingApi.listInvoices,
  invoicingApi.getInvoice,
  inventoryApi.listProducts,
  inventoryApi.getProduct,
  inventoryApi.listStockHistory,
  crmApi.listAccounts,
  crmApi.getAccount,
  reportsApi.dashboard,
]

/** The same and the orders themselves: promised stock changes what other orders may have. */
export const afterOrderChange = [salesApi.getOrder, ...orderQueries]
