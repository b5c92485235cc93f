import { sql } from 'kysely'
import type { z } from 'zod'
import { type Account, AccountInput } from '#shared/crm/partners/api.ts'
import { addressKindNames } from '#shared/crm/partners/address-kinds.ts'
import { AddressInput } from '#shared/crm/partners/partners-api.ts'
import type { ImportStep } from '#shared/imports/api.ts'
import { type CustomerColumn, customerColumns } from '#shared/imports/customer-columns.ts'
import { formatAmount } from '#shared/money.ts'
import { priceTierNames, priceTiers } from '#shared/inventory/stock/price-tiers.ts'
import { accountKind } from '#server/crm/partners/accounts.ts'
import { partnersWhere } from '#server/crm/partners/partners.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { openingBalancesOf } from '#server/invoicing/opening-balances.ts'
import { type NewOpening, openingColumns, openingsOf, type OpeningRules } from './opening-cells.ts'
import { shownCell } from '../product-changes.ts'
import type { RecordRow } from '../record-file.ts'
import { type EvaluatedRow, parsedRow, planOfRecords, type ReportProblem } from '../record-plan.ts'

type CustomerRow = RecordRow<CustomerColumn>
type Input = z.output<typeof AccountInput>
export type NewAddress = z.output<typeof AddressInput>
type Creation = { input: Input; addresses: NewAddress[]; openings: NewOpening[] }
type Change = Creation & { before: Account }

interface Here extends OpeningRules {
  accounts: ReadonlyMap<string, Account>
  /** The addresses of each account, as `kind address`, by account id. */
  addresses: ReadonlyMap<string, ReadonlySet<string>>
}

/**
 * Validates rows like the customer form. A row with an existing code changes that customer, only in the cells that are filled
 * in, and adds missing addresses; other rows add customers.
 */
export const planCustomers = planOfRecords(customerColumns, whatIsHere, judge)

async function whatIsHere(db: Db | Tx, rows: readonly CustomerRow[], hold: boolean): Promise<Here> {
  const codes = rows.map(({ code }) => code.toLowerCase())
  const { rows: held } = await sql<{ id: string }>`select id from accounts where lower(code) = any(${codes})
    and deleted_at is null order by id ${sql.raw(hold ? 'for no key update' : '')}`.execute(db)
  const ids = held.map(({ id }) => id)
  const accounts = await partnersWhere(db, accountKind, sql`p.id = any(${ids})`)
  const { rows: known } = await sql<{ id: string; address: string }>`select account_id as id,
      kind || ' ' || lower(address) as address from addresses where account_id = any(${ids})`.execute(db)
  const addresses = new Map<string, Set<string>>()
  for (const { id, address } of known) addresses.set(id, (addresses.get(id) ?? new Set()).add(address))
  const { rows: days } = await sql<{ today: string; closedUntil: string | null }>`select company_today() as today,
    (select closed_until from period_lock) as "closedUntil"`.execute(db)
  return {
    today: days[0]?.today ?? '',
    closedUntil: days[0]?.closedUntil ?? null,
    currentBalances: await openingBalancesOf(db, ids),
    accounts: new Map(accounts.map((account) => [(account.code ?? '').toLowerCase(), account])),
    addresses,
  }
}

const addressColumns = { billingAddress: 'billing', shippingAddress: 'shipping' } as const
type AddressColumn = keyof typeof addressColumns
type OpeningColumn = (typeof openingColumns)[number]
const isOpening = (key: CustomerColumn): key is OpeningColumn => openingColumns.some((name) => name === key)
const isAddress = (key: CustomerColumn): key is AddressColumn => key in addressColumns

function judge(one: CustomerRow, here: Here, refuse: ReportProblem<CustomerColumn>): EvaluatedRow<Creation, Change> {
  const {
    billingAddress,
    shippingAddress,
    labels,
    priceTier,
    openingBalance: _amount,
    openingDate: _date,
    openingDueDate: _due,
    openingReference: _reference,
    ...rest
  } = one.values
  const typed = {
    ...rest,
    ...(labels !== undefined && { labels: labelsOf(String(labels)) }),
    ...(priceTier !== undefined && { priceTier: tierOf(String(priceTier)) }),
  }
  const before = here.accounts.get(one.code.toLowerCase())
  const input = parsedRow(
    AccountInput,
    before ? { ...inputBefore(before), ...typed, ...(hasMoved(before, typed) && nowhere), code: before.code } : typed,
    customerColumns,
    (path) => columnAt(path),
    refuse,
  )
  const known = before && here.addresses.get(before.id)
  const addresses = Object.entries({ billingAddress, shippingAddress }).flatMap(([name, address]): NewAddress[] => {
    const kind = addressColumns[name as AddressColumn]
    if (address === undefined || known?.has(`${kind} ${String(address).toLowerCase()}`)) return []
    const { data, error } = AddressInput.safeParse({ kind, address })
    if (error) refuse(name as AddressColumn, error.issues[0]?.message ?? 'is not an address')
    return data ? [data] : []
  })
  if (!input) return null
  const owner = { accountId: before?.id ?? null, paymentTermsDays: input.paymentTermsDays }
  const openings = openingsOf(one, owner, here, refuse)
  if (!before) return { input, addresses, openings }
  const changes = changesOf(before, input, addresses, one)
  for (const { amount } of openings)
    changes.push({ column: customerColumns.openingBalance.name, from: '', to: formatAmount(amount) })
  return { before, input, addresses, openings, changes }
}

/** A list has no coordinates: those of the old address don't apply to a new one. */
const hasMoved = (before: Account, { address }: { address?: unknown }) =>
  address !== undefined && String(address) !== (before.address ?? '')
const nowhere = { latitude: null, longitude: null }
const coordinatesOf = ({ latitude, longitude }: Account | Input) =>
  [latitude, longitude].filter((one) => one != null).join(', ')

const labelsOf = (text: string) =>
  text
    .split(',')
    .map((label) => label.trim())
    .filter(Boolean)

/** The tier by its name on the screen, in any spelling; unknown text is passed on, so that the schema refuses it. */
function tierOf(text: string): string {
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '')
  return priceTiers.find((tier) => [tier, priceTierNames[tier]].some((name) => plain(name) === plain(text))) ?? text
}

function columnAt(path: string): CustomerColumn | undefined {
  const [name = ''] = path.split('.')
  return Object.hasOwn(customerColumns, name) ? (name as CustomerColumn) : undefined
}

/** What the form of an existing customer would send without edits. */
const inputBefore = (account: Account) =>
  Object.fromEntries(
    Object.keys(AccountInput.shape).map((name) => [name, account[name as keyof Account & keyof Input]]),
  )

/** The changes by a row, as text: compares the stored values, not their spelling. */
function changesOf(before: Account, input: Input, addresses: readonly NewAddress[], { values }: CustomerRow) {
  const changes: ImportStep['changes'] = addresses.map(({ kind, address }) => ({
    column: `${addressKindNames[kind]} address`,
    from: '',
    to: address,
  }))
  const shown = (key: Exclude<CustomerColumn, AddressColumn | OpeningColumn>, from: Account | Input) => {
    if (key === 'labels') return from.labels.join(', ')
    if (key === 'priceTier') return priceTierNames[from.priceTier]
    return shownCell(customerColumns[key].kind, key === 'creditLimit' ? limitOf(from) : from[key])
  }
  for (const key of Object.keys(values) as CustomerColumn[]) {
    if (key === 'code' || isAddress(key) || isOpening(key)) continue
    const [from, to] = [shown(key, before), shown(key, input)]
    if (from !== to) changes.push({ column: customerColumns[key].name, from, to })
  }
  const [from, to] = [coordinatesOf(before), coordinatesOf(input)]
  if (from !== to) changes.push({ column: 'Coordinates', from, to })
  return changes
}

/** In major units, as in an account's response; a request body has minor units. */
function limitOf({ creditLimit }: Account | Input): string | null {
  return typeof creditLimit === 'bigint' ? formatAmount(creditLimit) : (creditLimit ?? null)
}
