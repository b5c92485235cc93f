import { balancesApi } from '#shared/invoicing/balances-api.ts'
import { parseDecimal } from '#shared/money.ts'
import { addAccount, addPlace, addProduct, type TestPlace } from '#test/builders.ts'
import type { Answer, Client } from '#test/client.ts'
import { changeSettings } from '#test/settings.ts'

/* A company that sells to two customers, with random steps: each has its effect or is refused. */

/** Minor units of an amount; 0 for null or undefined. */
export const units = (amount: string | null | undefined): bigint => parseDecimal(amount ?? '0', 2) ?? 0n
/** Minor units of the sum of all amounts. */
export const unitsOf = (amounts: readonly (string | null | undefined)[]): bigint =>
  amounts.reduce((sum, amount) => sum + units(amount), 0n)

/** Random numbers that decide how a step is done; each may be of any size. */
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
  /** Whether no other client runs steps at the same time. */
  isAlone: boolean
  /** The company's current day, and a function to set it. */
  day: string
  setDay(day: string): void
  /**
   * New users of a customer's portal: an owner, and an orderer who may order for 50.00; null if the customer no longer
   * exists.
   */
  usersOf(accountId: string): Promise<{ owner: Client; orderer: Client } | null>
  /** How often each step had which status: "pay 201". */
  answers: Map<string, number>
}

/** Products with odd prices, and three kinds of tax. */
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

/** Two customers; the second is tax-exempt if `taxExempt` is set. */
export async function twoCustomers(admin: Client, { taxExempt }: { taxExempt: boolean }): Promise<[string, string]> {
  const [{ id: first }, { id: second }] = [await addAccount(admin), await addAccount(admin)]
  const at = { params: { id: second } }
  const { version } = await admin.do(balancesApi.getBalance, at)
  await admin.do(balancesApi.putBilling, { ...at, body: { taxExempt, reminders: true } }, { version })
  return [first, second]
}

const refusals = new Set([404, 409, 412, 422])
export const reason = { reason: 'By chance' }

/** Counts the status of a step; returns whether it succeeded. Throws if it neither succeeded nor was refused. */
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
/** The amount times (1 + part % of) / of. */
export const someOf = (amount: bigint, part: number, of: number) => (amount * BigInt(1 + (part % of))) / BigInt(of)
