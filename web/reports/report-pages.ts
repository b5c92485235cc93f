import { mayCall, type Subject } from '#shared/access/can.ts'
import { moreReports } from '#shared/reports/more-reports.ts'
import { prospectsReport } from '#shared/reports/reports.ts'
import { paths } from '#web/paths.ts'

interface ReportLink {
  label: string
  about: string
  path: string
}
export interface ReportGroup {
  label: string
  links: readonly ReportLink[]
}

const groups: Readonly<Record<string, readonly string[]>> = {
  Sales: ['margin', 'fill-rate', 'on-time', 'sales-tax'],
  Purchasing: ['supplier-service', 'price-changes', 'landed-cost'],
  Inventory: ['stock-value', 'abc-xyz', 'adjustments', 'expiry-cost', 'count-accuracy', 'recalls'],
  Accounting: ['receivables'],
  Logistics: ['deliveries'],
  Administration: ['activity'],
}

/** The reports that the user can view, by area, including pages that work like reports. */
export function reportGroupsOf(user: Subject): ReportGroup[] {
  const linksOf = (names: readonly string[]) =>
    moreReports
      .filter(({ name, access }) => names.includes(name) && mayCall(user, access))
      .map(({ label, about, page }) => ({ label, about, path: page }))
  const pages = {
    Sales: [
      {
        label: 'Analytics',
        about: 'Revenue and units by item and category.',
        path: paths.reports,
        access: 'invoices.view',
      },
      {
        label: 'Sales',
        about: 'Sales by customer and order status.',
        path: paths.salesReports,
        access: 'invoices.view',
      },
    ],
    Purchasing: [
      {
        label: 'Purchases',
        about: 'Spend, lead times and punctuality by supplier.',
        path: `${paths.inventoryReports}?tab=purchases`,
        access: ['inventory.view', 'invoices.view'],
      },
    ],
    Inventory: [
      {
        label: 'Stock value',
        about: 'Stock value, dead stock and write-offs.',
        path: paths.inventoryReports,
        access: ['inventory.view', 'invoices.view'],
      },
      {
        label: 'Low stock',
        about: 'Days of supply left and quantities on order.',
        path: `${paths.inventoryReports}?tab=low-stock`,
        access: ['inventory.view', 'invoices.view'],
      },
      {
        label: 'Demand forecast',
        about: 'Expected demand of the next 12 weeks, with forecast error.',
        path: paths.forecast,
        access: 'inventory.view',
      },
      {
        label: 'Expiry radar',
        about: 'Lots at risk of expiring unsold, with the best action for each.',
        path: paths.expiryRadar,
        access: 'inventory.view',
      },
      { label: 'Lots', about: 'Origin and destination of every lot.', path: paths.lots, access: 'inventory.view' },
      {
        label: 'Recalls',
        about: 'Recalled lots and the customers who have them.',
        path: paths.recalls,
        access: 'inventory.view',
      },
      {
        label: 'Deleted items',
        about: 'Deleted records: by whom, when, and restore.',
        path: paths.deletedItems,
        access: 'invoices.view',
      },
    ],
    Accounting: [
      {
        label: 'Journal',
        about: 'Double entry and trial balance, with files for accounting programs.',
        path: paths.journal,
        access: 'invoices.view',
      },
    ],
    Customers: [
      {
        label: 'Prospects',
        about: 'New prospects by source, and their conversion to customers.',
        path: prospectsReport.page,
        access: prospectsReport.access,
      },
    ],
  } as const
  const order = ['Sales', 'Purchasing', 'Inventory', 'Logistics', 'Customers', 'Accounting', 'Administration'] as const
  return order
    .map((label) => {
      const own = label in pages ? pages[label as keyof typeof pages] : []
      const seen = own.filter(({ access }) => mayCall(user, access)).map(({ access: _access, ...link }) => link)
      return { label, links: [...seen, ...linksOf(groups[label] ?? [])] }
    })
    .filter(({ links }) => links.length > 0)
}
