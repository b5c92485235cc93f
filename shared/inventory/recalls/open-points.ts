import { isNotified, type Recall } from './recall.ts'

const pieces = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'piece is' : 'pieces are'}`

/** What has to be done before a recall can be closed, as sentences; empty if nothing. */
export function openPoints({ totals, customers }: Pick<Recall, 'totals' | 'customers'>): string[] {
  const untold = customers.filter((customer) => !isNotified(customer)).length
  return [
    untold > 0 && `Notify ${untold.toLocaleString('en')} ${untold === 1 ? 'customer' : 'customers'}.`,
    totals.parcel > 0 && `${pieces(totals.parcel)} packed: put the orders back to picking.`,
    totals.underway > 0 && `${pieces(totals.underway)} on the road: record failed deliveries and take the goods back.`,
    totals.returning > 0 && `${pieces(totals.returning)} returned: inspect and complete the returns.`,
    totals.moving > 0 && `${pieces(totals.moving)} in transfer: receive the transfers.`,
  ].filter((point) => point !== false)
}
