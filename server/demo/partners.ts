import type { z } from 'zod'
import { AccountInput } from '#shared/crm/partners/api.ts'
import { AddressInput } from '#shared/crm/partners/partners-api.ts'
import { ContactInput } from '#shared/crm/contacts/api.ts'
import { accountKind, createAccount } from '#server/crm/partners/accounts.ts'
import { addAddress } from '#server/crm/partners/addresses.ts'
import { createContact } from '#server/crm/contacts/contacts.ts'
import { addNote } from '#server/crm/partners/partner-notes.ts'
import type { On } from './on-day.ts'

/** Name and position, one for each customer in turn. */
const contacts = [
  ['Ines Amoako', 'Head of purchasing'],
  ['Kofi Mensah', 'Ward pharmacist'],
  ['Lena Osei', 'Stores'],
  ['Paul Adjei', 'Accounts payable'],
  ['Rosa Quaye', 'Head nurse'],
  ['Sam Tetteh', 'Purchasing'],
] as const

/** The same for suppliers, by their index. */
const atSuppliers = [
  ['Mei Tan', 'Export sales', 0],
  ['Jonas Krüger', 'Key accounts', 1],
  ['Priya Nair', 'Regulatory documents', 2],
] as const

/** Customer index, use, name, address and coordinates. */
const places = [
  [0, 'shipping', 'Main stores, gate 2', '14 River Road', 5.5588, -0.1969],
  [0, 'shipping', 'Maternity block', '18 River Road', 5.5561, -0.2033],
  [0, 'billing', 'Finance office', 'P.O. Box 410', null, null],
  [1, 'shipping', 'Central pharmacy', '2 College Hill', 6.6932, -1.6279],
] as const

const notes = [
  'Deliveries before ten, at the back gate.',
  'Asked for a quotation for infusion sets in spring.',
  'New head of purchasing since September.',
] as const

/** Special terms of two of the customers. */
export function customerTerms(code: string): Partial<z.input<typeof AccountInput>> {
  if (code === 'RDH')
    return {
      address: '14 River Road',
      country: 'Ghana',
      creditLimit: '60000',
      minShelfLifeDays: 270,
      deliveryWindows: [
        { days: [1, 2, 3, 4], from: '07:30', to: '11:00' },
        { days: [5], from: '07:30', to: '09:30' },
      ],
      deliveryNote: 'Report at gate 2; pallets only.',
    }
  return code === 'CMC' ? { country: 'Ghana', creditLimit: '1500', minShelfLifeDays: 180 } : {}
}

/** Contacts of the customers and suppliers, and notes. */
export async function addPeople(on: On, accountIds: readonly string[], supplierIds: readonly string[]): Promise<void> {
  for (const [at, [name, position]] of contacts.entries()) {
    const [first = ''] = name.toLowerCase().split(' ')
    const input = ContactInput.parse({
      name,
      position,
      email: `${first}@clinic-${at + 1}.example`,
      phone: `+233 30 200 10 0${at}`,
      accountId: accountIds[at % accountIds.length],
    })
    await on(30 - at, (work) => createContact(work, input))
  }
  for (const [at, text] of notes.entries())
    await on(9 - at, (work) => addNote(work, accountKind, accountIds[at] ?? '', text))
  for (const [name, position, company] of atSuppliers) {
    const supplierId = supplierIds[company]
    const input = ContactInput.parse({
      name,
      position,
      supplierId,
      email: `${name.split(' ')[0]?.toLowerCase()}@maker.example`,
    })
    await on(25, (work) => createContact(work, input))
  }
  await writeTwice(on, accountIds[0] ?? '')
  await addPlaces(on, accountIds)
}

/** A contact and a hospital that are entered twice: the page of each offers to merge them. */
async function writeTwice(on: On, accountId: string): Promise<void> {
  const person = { name: 'Ines Amoakoh', email: 'ines@clinic-1.example', accountId }
  await on(3, (work) => createContact(work, ContactInput.parse(person)))
  const pharmacist = { name: 'K. Mensah', phone: '+233 30 200 10 01', affiliation: 'Ward 3 pharmacy' }
  await on(2, (work) => createContact(work, ContactInput.parse(pharmacist)))
  const hospital = { name: 'Riverside Distr. Hospital', email: 'stores@rdh.example', country: 'Ghana' }
  await on(2, (work) => createAccount(work, AccountInput.parse(hospital)))
}

/** Additional shipping and billing addresses of the largest customers. */
async function addPlaces(on: On, accountIds: readonly string[]): Promise<void> {
  for (const [at, kind, name, address, latitude, longitude] of places) {
    const input = AddressInput.parse({ kind, name, address, country: 'Ghana', latitude, longitude })
    await on(40, (work) => addAddress(work, accountKind, accountIds[at] ?? '', input))
  }
}
