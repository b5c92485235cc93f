import type { AddressChoice } from '#server/kernel/document-addresses.ts'
import { sql } from 'kysely'
import { listOf } from '#server/db/list-of.ts'
import { v7 as newId } from 'uuid'
import { can } from '#shared/access/can.ts'
import { invalid } from '#shared/http/refusal.ts'
import type { RequestOf } from '#shared/http/route.ts'
import { type PriceTier, priceOfTier } from '#shared/inventory/stock/price-tiers.ts'
import { exactNumber, formatAmount, maxAmount, lineAmount } from '#shared/money.ts'
import { discountable, type Part, sumDocument, type TaxRule } from '#shared/money-lines.ts'
import type { salesApi } from '#shared/sales/orders/api.ts'
import type { Work } from '#server/kernel/work.ts'
import { nothingEntered, type EnteredValues } from './order-copy.ts'
import { taxChoice } from './order-tax.ts'

/** `newShipTo`: only the portal enters addresses with an order. */
export type OrderInput = RequestOf<(typeof salesApi.createOrder)['spec']>['body'] & Pick<AddressChoice, 'newShipTo'>

/** Amounts of a line to write, in minor units; prices in ten-thousandths. */
interface Amounts {
  id: string
  quantity: number
  unit_price: number
  total: number
  discount: number
  tax_name: string
  tax_kind: TaxRule['kind']
  tax_rate: number
  tax: number
}
export type PricedLine = Amounts & { item_id: string; price_tier: PriceTier | null }
export type PricedCharge = Amounts & {
  kind: 'service' | 'fee'
  service_type_id: string | null
  name: string
  unit: string | null
  own_price: boolean
}
export interface PricedOrder {
  lines: PricedLine[]
  charges: PricedCharge[]
  discount: number
  tax: number
  total: number
}

interface PriceRow {
  id: string
  price: number
  price_retail: number | null
  price_wholesale: number | null
  price_distributor: number | null
  price_high_volume: number | null
}
interface ServiceRow {
  id: string
  name: string
  unit: string
  price: number
}

const mayNot = 'can only be set by people who can edit products'

/**
 * Prices an order on the server: the price tier of the line or the customer, a service's list price, then the discount on the
 * whole, then the tax of each line. Entered prices and a discount need the right to edit products, unless the order already has
 * them.
 */
export async function priceOrder(
  work: Work,
  input: OrderInput,
  typed: EnteredValues = nothingEntered,
): Promise<PricedOrder> {
  const { products, services, tier, exempt, settings } = await readPrices(work, input, typed.items)
  const taxFor = taxChoice(settings, exempt, typed.taxes)
  const mayPrice = can(work.caller, 'inventory.edit')
  const { discount } = input
  if (discount && !mayPrice && !typed.hasDiscount(discount)) throw invalid('discount.value', mayNot)
  const goods = input.lines.map((line, at) => {
    const field = `lines.${at}`
    const product = products.get(line.productId)
    if (!product) throw invalid(`${field}.productId`, 'is not a product')
    if (line.unitPrice !== undefined && !mayPrice && !typed.hasPrice(line.productId, line.unitPrice))
      throw invalid(`${field}.unitPrice`, mayNot)
    const ownTier = line.priceTier ?? tier
    const price = line.unitPrice ?? BigInt(priceOfTier(product.price, tiersOf(product), ownTier))
    const priced = priceLine(field, line.quantity, price, taxFor(line.tax, `${field}.tax`))
    return { ...priced, item_id: line.productId, price_tier: line.unitPrice === undefined ? ownTier : null }
  })
  const extras = input.charges.map((charge, at) => {
    const field = `charges.${at}`
    const rule = taxFor(charge.tax, `${field}.tax`)
    const priced = (price: bigint) => priceLine(field, charge.quantity, price, rule)
    if (!charge.serviceTypeId) {
      const fee = { kind: 'fee' as const, service_type_id: null, name: charge.name ?? '', unit: null, own_price: true }
      return { ...priced(charge.unitPrice ?? 0n), ...fee }
    }
    const service = services.get(charge.serviceTypeId)
    if (!service) throw invalid(`${field}.serviceTypeId`, 'is not a service type')
    if (charge.unitPrice !== undefined && !mayPrice && !typed.hasPrice(service.id, charge.unitPrice))
      throw invalid(`${field}.unitPrice`, mayNot)
    return {
      ...priced(charge.unitPrice ?? BigInt(service.price)),
      kind: 'service' as const,
      service_type_id: service.id,
      name: service.name,
      unit: service.unit,
      own_price: charge.unitPrice !== undefined,
    }
  })
  const parts = [
    ...goods.map((line) => partOf(line, true)),
    ...extras.map((charge) => partOf(charge, charge.kind === 'service')),
  ]
  const maximum = discountable(parts)
  if (discount?.kind === 'amount' && discount.value > maximum)
    throw invalid('discount.value', `can’t exceed the ${formatAmount(maximum)} it is deducted from`)
  const sums = sumDocument(parts, discount ?? null)
  if (sums.total > maxAmount) throw invalid('lines', 'makes the order total too large')
  const counted = <L extends object>(line: L, at: number) => ({
    ...line,
    discount: exactNumber(sums.parts[at]?.discount ?? 0n),
    tax: exactNumber(sums.parts[at]?.tax ?? 0n),
  })
  return {
    lines: goods.map((line, at) => counted(line, at)),
    charges: extras.map((charge, at) => counted(charge, goods.length + at)),
    discount: exactNumber(sums.discount),
    tax: exactNumber(sums.tax),
    total: exactNumber(sums.total),
  }
}

function priceLine(field: string, quantity: number, price: bigint, tax: TaxRule) {
  const total = lineAmount(quantity, price)
  if (total > maxAmount) throw invalid(`${field}.quantity`, 'makes the line total too large')
  return {
    id: newId(),
    quantity,
    unit_price: exactNumber(price),
    total: exactNumber(total),
    tax_name: tax.name,
    tax_kind: tax.kind,
    tax_rate: tax.rate,
  }
}

const partOf = (line: { total: number; tax_kind: TaxRule['kind']; tax_rate: number }, isDiscounted: boolean): Part => ({
  amount: BigInt(line.total),
  tax: { kind: line.tax_kind, rate: line.tax_rate },
  isDiscounted,
})

/**
 * Locks the customer, the products and the services, so that none is deleted while the lines are written. `known`: ids that the
 * document already has; services among them may be deleted.
 */
async function readPrices(work: Work, input: OrderInput, known: readonly string[]) {
  const ids = [...new Set(input.lines.map((line) => line.productId))]
  const serviceIds = [...new Set(input.charges.flatMap((charge) => charge.serviceTypeId ?? []))]
  const { rows } = await sql<{
    price_tier: PriceTier
    status: string
    exempt: boolean | null
    products: PriceRow[] | null
    services: ServiceRow[] | null
    settings: unknown
  }>`
    with customer as materialized (
      select id, price_tier, status from accounts where id = ${input.accountId} and deleted_at is null for share),
    product as materialized (
      select id, price, price_retail, price_wholesale, price_distributor, price_high_volume from items
      where id = any(${listOf(ids)}) and kind in ('product', 'kit') and deleted_at is null for share),
    service as materialized (
      select id, name, unit, price from service_types where id = any(${listOf(serviceIds)})
        and (deleted_at is null or id = any(${listOf(known)})) for share)
    select c.price_tier, c.status, (select b.tax_exempt from account_billing b where b.account_id = c.id) as exempt,
      (select json_agg(p) from product p) as products, (select json_agg(s) from service s) as services,
      (select content from settings) as settings
    from customer c`.execute(work.tx)
  const [customer] = rows
  if (!customer) throw invalid('accountId', 'is not a customer')
  if (customer.status !== 'active') throw invalid('accountId', 'is an inactive customer')
  return {
    tier: customer.price_tier,
    exempt: customer.exempt ?? false,
    settings: customer.settings,
    products: new Map((customer.products ?? []).map((row) => [row.id, row])),
    services: new Map((customer.services ?? []).map((row) => [row.id, row])),
  }
}

const tiersOf = (row: PriceRow) => ({
  retail: row.price_retail,
  wholesale: row.price_wholesale,
  distributor: row.price_distributor,
  highVolume: row.price_high_volume,
})
