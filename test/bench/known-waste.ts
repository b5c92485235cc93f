/** Routes that sum up what they read, so they are not measured: reports, and files of whole lists. */
export const addsUp: readonly string[] = ['GET /api/reports/', 'GET /api/exports/']

const common = 'Words that a third of all records have: what a search finds is sorted and counted as a whole.'
const summed = 'A figure of the page adds up what it reads.'
const perStatus = 'The number of each status is exact: all are counted, in an index.'
const recalled =
  'The customers of a recall are worked out from the entries of its lots, of which each copy here has ten times its share.'
const pipeline = 'Sales opportunities are thousands, not more: the planner reads them as a whole.'
const archived = 'What is archived is looked for among all records of each kind; few kinds are large.'

/**
 * Other requests, by the beginning of their name, that read more than ten times what they return, with the reason. This
 * list may only become shorter.
 */
export const knownWaste: Readonly<Record<string, string>> = {
  'GET /api/accounts ': 'The number of orders of each customer on the page is counted in an index.',
  'GET /api/account-map': summed,
  'GET /api/opportunities': pipeline,
  'GET /api/contacts/:id/neighbours q=': common,
  'GET /api/stock-counts/preview': summed,
  'GET /api/recalls': recalled,
  'GET /api/customer-portal/home': recalled,
  'GET /api/customer-portal/recalls': recalled,
  'GET /api/customer-portal/orders q=': common,
  'GET /api/sales-orders q=': common,
  'GET /api/sales-orders/:id/neighbours q=': common,
  'GET /api/sales-orders badge=partlyReturned': summed,
  'GET /api/sales-orders/status-counts': perStatus,
  'GET /api/shipments q=': common,
  'GET /api/shipments/status-counts': perStatus,
  'GET /api/returns': common,
  'GET /api/invoices q=': common,
  'GET /api/search q=': common,
  'GET /api/reorder': summed,
  'GET /api/retention/candidates': summed,
  'GET /api/dashboard': perStatus,
  'GET /api/forecasts/summary': summed,
  'GET /api/journal':
    'The journal is derived from all documents of its days (decision 68), the trial balance from all before as well.',
  'GET /api/expiry-radar': summed,
  'GET /api/deleted-items': archived,
}
