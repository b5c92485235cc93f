import { sql } from 'kysely'
import { ContactInput } from '#shared/crm/contacts-api.ts'
import type { Disposition } from '#shared/sales/return-moves.ts'
import { accountKind } from '#server/crm/accounts.ts'
import { createContact } from '#server/crm/contacts.ts'
import { addNote } from '#server/crm/partner-notes.ts'
import { completeReturn } from '#server/flows/complete-return.ts'
import { lockReturn } from '#server/sales/return-lock.ts'
import { deliveredLots } from '#server/sales/returnable.ts'
import { approveReturn, createReturn, inspectReturn, receiveReturn } from '#server/sales/returns.ts'
import type { On } from './world.ts'

/** Name and position, of the customers one after the other. */
const contacts = [
  ['Ines Amoako', 'Head of purchasing'],
  ['Kofi Mensah', 'Ward pharmacist'],
  ['Lena Osei', 'Stores'],
  ['Paul Adjei', 'Accounts payable'],
  ['Rosa Quaye', 'Head nurse'],
  ['Sam Tetteh', 'Purchasing'],
] as const

const notes = [
  'Deliveries before ten, at the back gate.',
  'Asked for a quotation for infusion sets in spring.',
  'New head of purchasing since September.',
] as const

/** Who is who at the customers, and what was said. */
export async function meetPeople(on: On, accountIds: readonly string[]): Promise<void> {
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
}

/** How far each return has come, and what became of its goods. */
const returns: readonly (readonly [Disposition | 'asked' | 'here', 'damaged' | 'not_needed' | 'wrong_item'])[] = [
  ['restock', 'not_needed'],
  ['scrap', 'damaged'],
  ['here', 'wrong_item'],
  ['asked', 'damaged'],
]

/** A few of the goods that were delivered come back. */
export async function takeSomeBack(on: On, locationId: string): Promise<void> {
  const orders = await on(4, async (work) => {
    work.audit('demo.looked', 'demo', null)
    const { rows } = await sql<{ id: string }>`select o.id from sales_orders o join invoices v on v.order_id = o.id
      where o.status = 'DELIVERED' and o.deleted_at is null and v.voided_at is null
      order by o.order_date desc, o.id desc limit ${returns.length}`.execute(work.tx)
    return rows
  })
  for (const [at, { id: orderId }] of orders.entries()) {
    const [end, reason] = returns[at] ?? ['asked', 'damaged']
    const id = await on(3, async (work) => {
      const [lot] = await deliveredLots(work.tx, orderId)
      const quantity = Math.max(1, Math.floor((lot?.returnable ?? 0) / 4))
      const line = { orderLineId: lot?.orderLineId ?? '', lotId: lot?.lotId ?? '', quantity, reason, note: null }
      return createReturn(work, { orderId, notes: null, lines: [line] })
    })
    if (end === 'asked') continue
    await on(3, (work) => approveReturn(work, id))
    await on(2, async (work) => {
      const { lines } = await lockReturn(work, id)
      const received = lines.map(({ lineId, quantity }) => ({ lineId, received: quantity }))
      await receiveReturn(work, id, 0, { locationId, lines: received })
    })
    if (end === 'here') continue
    await on(1, async (work) => {
      const { lines } = await lockReturn(work, id)
      const parts = lines.map(({ lineId, quantity }) => ({ lineId, dispositions: [{ disposition: end, quantity }] }))
      await inspectReturn(work, id, 0, { lines: parts })
    })
    await on(1, (work) => completeReturn(work, id, 0, { creditCharges: false }))
  }
}
