import type { Account, Supplier } from '#shared/crm/api.ts'
import { writeWindow } from '#shared/crm/delivery-windows.ts'
import { accountExportColumns, supplierExportColumns } from '#shared/crm/partners-api.ts'
import { priceTierNames } from '#shared/inventory/price-tiers.ts'
import type { Db } from '#server/db/database.ts'
import { allRows } from '#server/db/keyset.ts'
import { type PartnerChoice, type PartnerKind, partnerPlan } from './partners.ts'

type Cell = string | number | null | Date | { amount: string }
type Shared = Omit<Supplier, 'products'>

const shared = {
  name: (row: Shared): Cell => row.name,
  email: (row: Shared): Cell => row.email,
  phone: (row: Shared): Cell => row.phone,
  address: (row: Shared): Cell => row.address,
  country: (row: Shared): Cell => row.country,
  latitude: (row: Shared): Cell => row.latitude,
  longitude: (row: Shared): Cell => row.longitude,
  taxNumber: (row: Shared): Cell => row.taxNumber,
  status: (row: Shared): Cell => (row.status === 'active' ? 'Active' : 'Inactive'),
  labels: (row: Shared): Cell => row.labels.join(', '),
  lastOrderDate: (row: Shared): Cell => row.lastOrderDate,
  notes: (row: Shared): Cell => row.notes,
  createdAt: (row: Shared): Cell => new Date(row.createdAt),
}

const ofAccount: Record<keyof typeof accountExportColumns, (row: Account) => Cell> = {
  ...shared,
  code: (row) => row.code,
  priceTier: (row) => priceTierNames[row.priceTier],
  paymentTermsDays: (row) => row.paymentTermsDays,
  creditLimit: (row) => (row.creditLimit === null ? null : { amount: row.creditLimit }),
  minShelfLifeDays: (row) => row.minShelfLifeDays,
  deliveryWindows: (row) => row.deliveryWindows.map(writeWindow).join('; '),
  deliveryNote: (row) => row.deliveryNote,
  orders: (row) => row.orders,
}
const ofSupplier: Record<keyof typeof supplierExportColumns, (row: Supplier) => Cell> = {
  ...shared,
  products: (row) => row.products,
}

const chosen = <N extends string, Row>(
  titles: Record<N, string>,
  cells: Record<N, (row: Row) => Cell>,
  names: readonly N[] = Object.keys(titles) as N[],
) => names.map((name) => ({ header: titles[name], cell: cells[name] }))

export const accountColumns = (names?: readonly (keyof typeof accountExportColumns)[]) =>
  chosen(accountExportColumns, ofAccount, names)
export const supplierColumns = (names?: readonly (keyof typeof supplierExportColumns)[]) =>
  chosen(supplierExportColumns, ofSupplier, names)

/** Every one of a list in its order, some hundred at a time. */
export const exportedPartners = <T>(db: Db, kind: PartnerKind, choice: PartnerChoice) =>
  allRows<T>(db, partnerPlan(kind, choice), 500)
