import { type Contact, contactExportColumns, type ContactExportColumn } from '#shared/crm/contacts-api.ts'
import type { Db } from '#server/db/database.ts'
import { allRows } from '#server/db/keyset.ts'
import { type ContactChoice, contactPlan } from './contacts.ts'

type Cell = string | Date | null

const cells: Record<ContactExportColumn, (row: Contact) => Cell> = {
  name: (row) => row.name,
  position: (row) => row.position,
  email: (row) => row.email,
  phone: (row) => row.phone,
  affiliation: (row) => row.account?.name ?? row.supplier?.name ?? row.affiliation,
  kind: (row) => (row.account ? 'Customer' : row.supplier ? 'Supplier' : null),
  status: (row) => (row.status === 'active' ? 'Active' : 'Inactive'),
  notes: (row) => row.notes,
  createdAt: (row) => new Date(row.createdAt),
  updatedAt: (row) => new Date(row.updatedAt),
}

export const contactColumns = (
  names: readonly ContactExportColumn[] = Object.keys(contactExportColumns) as ContactExportColumn[],
) => names.map((name) => ({ header: contactExportColumns[name], cell: cells[name] }))

/** Every contact of a list in its order, some hundred at a time. */
export const exportedContacts = (db: Db, choice: ContactChoice) => allRows<Contact>(db, contactPlan(choice), 500)
