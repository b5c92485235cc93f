import { AccountInput } from '#shared/crm/partners/api.ts'
import { OrderInput } from '#shared/sales/orders/order-input.ts'
import { createAccount } from '#server/crm/partners/accounts.ts'
import type { Work } from '#server/kernel/work.ts'
import { setOptOut } from '#server/retention/opt-outs.ts'
import { queueMessages } from '#server/retention/queue-messages.ts'
import { recordOutcome } from '#server/retention/record-outcome.ts'
import { getRetentionSettings } from '#server/retention/settings.ts'
import { createOrder } from '#server/sales/orders/order-draft.ts'
import { advance } from './advance-orders.ts'
import type { On } from './on-day.ts'

type Silent = {
  name: string
  /** Days ago. */
  ordered: readonly number[]
  email?: string
  phone?: string
  isUnpaid?: true
  isOptedOut?: true
  /** A message that was sent or failed that many days ago, or the customer was held out instead. */
  messaged?: readonly [daysAgo: number, outcome: 'sent' | 'failed' | 'held out']
  back?: number
}

const weekly = [84, 77, 70, 63] as const
const silent: readonly Silent[] = [
  { name: 'Volta Eye Clinic', ordered: weekly, email: 'stores@volta-eye.example' },
  { name: 'Cape Dental Practice', ordered: [83, 72, 66], email: 'desk@cape-dental.example' },
  { name: 'Hilltop Maternity Home', ordered: weekly, phone: '+233 30 555 0142' },
  { name: 'Ashanti Physio', ordered: [80, 65], email: 'hello@ashanti-physio.example', isUnpaid: true },
  { name: 'Sunrise Pharmacy', ordered: [82, 68], email: 'orders@sunrise.example', isOptedOut: true },
  { name: 'Keta Lagoon Clinic', ordered: weekly, email: 'ward@keta.example', messaged: [3, 'sent'] },
  { name: 'Tamale Home Care', ordered: [81, 74], email: 'office@tamale-care.example', messaged: [3, 'failed'] },
  { name: 'Harbour Vets', ordered: [84, 80], email: 'vets@harbour.example', messaged: [36, 'sent'], back: 20 },
  { name: 'Accra Sports Medicine', ordered: [83, 79], email: 'team@accra-sports.example', messaged: [36, 'held out'] },
]

/** Small customers from early on: their orders are as old as the history. Returns their ids, in the order of `silent`. */
export async function addSilentCustomers(on: On, productIds: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const [at, { name, ordered, email, phone, isUnpaid }] of silent.entries()) {
    const code = `SC-${at + 1}`
    const input = AccountInput.parse({ name, code, email, phone, country: 'Ghana', labels: ['demo'] })
    const { id } = await on(85, (work) => createAccount(work, input))
    for (const daysAgo of ordered) await order(on, id, productIds[at % 4] ?? '', daysAgo, isUnpaid)
    ids.push(id)
  }
  return ids
}

async function order(on: On, accountId: string, productId: string, daysAgo: number, isUnpaid = false): Promise<void> {
  const input = OrderInput.parse({ accountId, lines: [{ productId, quantity: 2 }] })
  const { id } = await on(daysAgo, (work) => createOrder(work, input))
  await advance(on, id, daysAgo, 0, () => (isUnpaid ? 9 : 0))
}

/** Retention steps for inactive customers: messages, one of them failed, one held out, one who came back, one who opted out. */
export async function messageSilentCustomers(
  on: On,
  ids: readonly string[],
  productIds: readonly string[],
): Promise<void> {
  for (const [at, { messaged, isOptedOut, back }] of silent.entries()) {
    const id = ids[at] ?? ''
    if (isOptedOut) await on(9, (work) => setOptOut(work, id, true))
    if (messaged) await on(messaged[0], (work) => message(work, id, messaged[1]))
    if (back) await order(on, id, productIds[at % 4] ?? '', back)
  }
}

/** Queued by the real run, and marked as sent in the same transaction: nothing is sent. */
async function message(work: Work, accountId: string, outcome: 'sent' | 'failed' | 'held out'): Promise<void> {
  const { data } = await getRetentionSettings(work.tx)
  const settings = {
    ...data,
    // Some demo messages are sent earlier than companies would, and at the hour when the demo is loaded.
    inactivityDays: 40,
    quietFrom: '00:00',
    quietTo: '00:00',
    holdOutPercent: outcome === 'held out' ? 100 : 0,
  }
  await queueMessages(work, { now: work.now, timeZone: 'UTC', settings }, [accountId])
  await recordOutcome(work, accountId, outcome === 'failed' ? 'The mailbox is full.' : null)
}
