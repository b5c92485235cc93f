import { balancesApi } from '#shared/invoicing/balances-api.ts'
import { parseDecimal } from '#shared/money.ts'
import { addAccount, addPlace, addProduct, type TestPlace } from '#test/builders.ts'
import type { Answer, Client } from '#test/client.ts'
import { changeSettings } from '#test/settings.ts'

/* A company that sells to two customers, act by act, as chance has it: what the books do not allow is refused. */

/** Minor units of an amount; 0 of none. */
export const units = (amount: string | null | undefined): bigint => parseDecimal(amount ?? '0', 2) ?? 0n
/** Minor units of all of them. */
export const unitsOf = (amounts: readonly (string | null | undefined)[]): bigint =>
  amounts.reduce((sum, amount) => sum + units(amount), 0n)

/** What decides how an act is done, each as large as you like. */
export interface Chance {
  a: number
  b: number
  c: number
}

export interface SellingCompany {
  admin: Client
  place: TestPlace
  products: readonly string[]
  /** Two customers. After a merge both are the first. */
  accounts: [string, string]
  orders: string[]
  /** Whether nobody else acts at the same time. */
  isAlone: boolean
  /** The company's day, and what sets it. */
  day: string
  setDay(day: string): void
  /** New users of a customer's portal: an owner, and an orderer who may order for 50.00; null where the customer is gone. */
  usersOf(accountId: string): Promise<{ owner: Client; orderer: Client } | null>
  /** How often each act had which answer: "pay 201". */
  answers: Map<string, number>
}

/** Products at odd prices and three kinds of tax. */
export async function openSellingCompany(admin: Client) {
  const place = await addPlace(admin)
  const rates = [
    { name: 'Standard', kind: 'exclusive' as const, percent: '7.5' },
    { name: 'In the price', kind: 'inclusive' as const, percent: '19' },
    { name: 'No tax', kind: 'exempt' as const, percent: '0' },
  ]
  await changeSettings(admin, { tax: { rates, defaultRate: 'Standard' } })
  const products: string[] = []
  for (const price of ['9.99', '0.07', '333.33'])
    products.push((await addProduct(admin, place, { price, cost: '0.05', quantity: 100_000 })).id)
  return { admin, place, products }
}

/** Two customers; the second owes no tax, where it is said. */
export async function twoCustomers(admin: Client, { taxExempt }: { taxExempt: boolean }): Promise<[string, string]> {
  const [{ id: first }, { id: second }] = [await addAccount(admin), await addAccount(admin)]
  const at = { params: { id: second } }
  const { version } = await admin.do(balancesApi.getBalance, at)
  await admin.do(balancesApi.putBilling, { ...at, body: { taxExempt, reminders: true } }, { version })
  return [first, second]
}

const refusals = new Set([404, 409, 412, 422])
export const reason = { reason: 'By chance' }

/** Notes what an act was answered, and whether it was done. Throws where it is neither done nor refused. */
export function isDone(
  { answers }: Pick<SellingCompany, 'answers'>,
  act: string,
  { status, body }: Answer<unknown>,
): boolean {
  if (status >= 300 && !refusals.has(status)) throw new Error(`${act}: ${status} ${JSON.stringify(body)}`)
  answers.set(`${act} ${status}`, (answers.get(`${act} ${status}`) ?? 0) + 1)
  return status < 300
}

export const oneOf = <T>(list: readonly T[], which: number): T | undefined => list[which % Math.max(list.length, 1)]
/** The first so many parts of an amount that is cut in `of`. */
export const someOf = (amount: bigint, part: number, of: number) => (amount * BigInt(1 + (part % of))) / BigInt(of)
