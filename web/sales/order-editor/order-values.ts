import type { Account } from '#shared/crm/partners/api.ts'
import { addressLine } from '#shared/crm/partners/postal-address.ts'
import type { Call } from '#shared/http/route.ts'
import type { PriceTier } from '#shared/inventory/stock/price-tiers.ts'
import type { ProductRow } from '#shared/inventory/stock/product.ts'
import { customerExempt } from '#shared/money-lines.ts'
import { type TaxRate, type TaxSettings, taxRuleOf } from '#shared/settings/tax-settings.ts'
import type { salesApi } from '#shared/sales/orders/api.ts'
import type { Order } from '#shared/sales/orders/order.ts'
import type { AsOne } from '#web/forms/merge-edits.ts'

/** The product data that the form needs. */
export type SoldProduct = Pick<ProductRow, 'id' | 'sku' | 'price' | 'priceTiers' | 'moq'> & {
  label: string
}
/** The customer data that the form needs. */
export type Buyer = { id: string; label: string; tier: PriceTier; taxExempt: boolean }

export type LineValues = {
  product: SoldProduct | null
  quantity: number | null
  /** '' is the customer's tier. */
  priceTier: PriceTier | ''
  /** A custom price instead of the tier's; '' if none. */
  unitPrice: string
  /** The name of a tax rate in the settings; '' is the company's default. */
  tax: string
}

/** A service, or a fee, which has a name instead. */
export type ChargeValues = {
  isFee: boolean
  service: { id: string; label: string; price: string; unit: string } | null
  name: string
  quantity: number | null
  /** '' is the list price. */
  unitPrice: string
  tax: string
}

/** The values of the order form. */
export type OrderValues = {
  customer: Buyer | null
  /** An address id, `main`, or '' for the default address. */
  shipTo: string
  /** The text of the address that the customer entered with the order. */
  enteredShipTo: string
  billTo: string
  requestedDate: string
  reference: string
  notes: string
  lines: LineValues[]
  charges: ChargeValues[]
  /** The tax rates of the saved document; it can keep them after the company has removed them. */
  taxes: TaxRate[]
  discountKind: 'percent' | 'amount'
  /** '' if none. */
  discountValue: string
}

/** Fields that are merged as one in a conflict: the customer with their addresses, the discount with its kind. */
export const orderAsOne: AsOne<OrderValues> = [
  ['customer', 'shipTo', 'enteredShipTo', 'billTo'],
  ['discountKind', 'discountValue'],
]

export const blankLine: LineValues = { product: null, quantity: null, priceTier: '', unitPrice: '', tax: '' }
export const blankService: ChargeValues = {
  isFee: false,
  service: null,
  name: '',
  quantity: 1,
  unitPrice: '',
  tax: '',
}
export const blankFee: ChargeValues = { ...blankService, isFee: true }
export const newOrder: OrderValues = {
  customer: null,
  shipTo: '',
  enteredShipTo: '',
  billTo: '',
  requestedDate: '',
  reference: '',
  notes: '',
  lines: [blankLine],
  taxes: [],
  charges: [],
  discountKind: 'percent',
  discountValue: '',
}

export const buyerOf = ({
  id,
  name,
  priceTier,
  taxExempt,
}: Pick<Account, 'id' | 'name' | 'priceTier' | 'taxExempt'>): Buyer => ({
  id,
  label: name,
  tier: priceTier,
  taxExempt,
})

export const soldProduct = ({ id, sku, name, price, priceTiers, moq }: ProductRow): SoldProduct => ({
  id,
  sku,
  label: name,
  price,
  priceTiers,
  moq,
})

export const isBlank = ({ product, quantity }: LineValues) => product === null && quantity === null

/** The indexes of the lines to send: blank lines are left out, unless all are blank. */
function sentLines({ lines }: Pick<OrderValues, 'lines'>): number[] {
  const filled = lines.flatMap((line, at) => (isBlank(line) ? [] : [at]))
  return filled.length > 0 ? filled : [0]
}

/** The indexes of the services and fees to send; empty rows are left out. */
const sentCharges = ({ charges }: Pick<OrderValues, 'charges'>): number[] =>
  charges.flatMap((one, at) => (one.service || one.name || one.unitPrice ? [at] : []))

/** The key of the customer's main address. */
export const mainAddress = 'main'
/** The key of an address that the document stores itself: entered with the order, or deleted from the customer since. */
export const enteredAddress = 'entered'
const addressId = (key: string) => (key === mainAddress ? null : key)

/** The request body. Missing values stay undefined, so that the schema reports them. */
export function orderBody(values: OrderValues): Call<(typeof salesApi.createOrder)['spec']>['body'] {
  return {
    accountId: values.customer?.id as string,
    ...(values.shipTo && values.shipTo !== enteredAddress && { shipToId: addressId(values.shipTo) }),
    ...(values.billTo && { billToId: addressId(values.billTo) }),
    requestedDate: values.requestedDate || null,
    reference: values.reference,
    notes: values.notes,
    lines: sentLines(values).map((at) => {
      const { product, quantity, priceTier, unitPrice, tax } = values.lines[at] ?? blankLine
      return {
        productId: product?.id as string,
        quantity: quantity as number,
        ...(priceTier && { priceTier }),
        ...(unitPrice && { unitPrice }),
        ...(tax && { tax }),
      }
    }),
    charges: sentCharges(values).map((at) => {
      const { isFee, service, name, quantity, unitPrice, tax } = values.charges[at] ?? blankFee
      return {
        ...(isFee ? { name } : { serviceTypeId: service?.id as string }),
        quantity: quantity as number,
        ...(unitPrice && { unitPrice }),
        ...(tax && { tax }),
      }
    }),
    discount: values.discountValue ? { kind: values.discountKind, value: values.discountValue } : null,
  }
}

/** Maps a body path to its form field: `lines.1.productId` → `lines.2.product` below a blank line. */
export function orderField(path: string, values: Pick<OrderValues, 'lines' | 'charges'>): string {
  if (path === 'accountId') return 'customer'
  if (path === 'shipToId' || path === 'billToId') return path.slice(0, -2)
  if (path.startsWith('discount')) return 'discountValue'
  const [, charge, part] = /^charges\.(\d+)\.(.+)$/.exec(path) ?? []
  if (charge !== undefined) {
    const row = sentCharges(values)[Number(charge)] ?? charge
    return `charges.${row}.${part === 'serviceTypeId' ? 'service' : part}`
  }
  const [, at, name] = /^lines\.(\d+)(?:\.(.+))?$/.exec(path) ?? []
  if (at === undefined) return path
  const line = `lines.${sentLines(values)[Number(at)] ?? at}`
  if (name === undefined) return line
  return `${line}.${name === 'productId' ? 'product' : name}`
}

/** The form values of a saved order; `products` has the current data of its products. */
export function orderValues(order: Order, products: ReadonlyMap<string, ProductRow>): OrderValues {
  return {
    customer: buyerOf(order.account),
    shipTo: order.newShipTo ? enteredAddress : (order.shipTo.id ?? mainAddress),
    enteredShipTo: order.newShipTo ? addressLine(order.shipTo) : '',
    billTo: order.billTo.id ?? mainAddress,
    requestedDate: order.requestedDate ?? '',
    reference: order.reference ?? '',
    notes: order.notes ?? '',
    lines: order.orderLines.map(({ product, quantity, priceTier, unitPrice, tax }) => {
      const row = products.get(product.id)
      return {
        product: row ? soldProduct(row) : withoutPrices(product, unitPrice),
        quantity,
        priceTier: priceTier === order.account.priceTier ? '' : (priceTier ?? ''),
        unitPrice: priceTier === null ? unitPrice : '',
        tax: tax.name === customerExempt.name ? '' : tax.name,
      }
    }),
    charges: order.charges.map(({ kind, serviceTypeId, name, unit, quantity, unitPrice, ownPrice, tax }) => ({
      isFee: kind === 'fee',
      service: serviceTypeId ? { id: serviceTypeId, label: name, price: unitPrice, unit: unit ?? '' } : null,
      name: kind === 'fee' ? name : '',
      quantity,
      unitPrice: ownPrice ? unitPrice : '',
      tax: tax.name === customerExempt.name ? '' : tax.name,
    })),
    taxes: [...order.orderLines, ...order.charges].map(({ tax: { name, kind, percent } }) => ({ name, kind, percent })),
    discountKind: order.discount?.kind ?? 'percent',
    discountValue: order.discount?.value ?? '',
  }
}

// No longer sold: the line stays, and saving reports the error.
const withoutPrices = (product: Order['orderLines'][number]['product'], price: string): SoldProduct => ({
  id: product.id,
  sku: product.sku,
  label: product.name,
  price,
  priceTiers: { retail: null, wholesale: null, distributor: null, highVolume: null },
  moq: null,
})

/**
 * The values of a copy: the same customer and lines, without dates and reference, with custom prices only if the user can set
 * them, and without taxes that the company has removed.
 */
export function copiedOrder(values: OrderValues, mayPrice: boolean, taxes: TaxSettings): OrderValues {
  const taxNow = (name: string) => (taxRuleOf(taxes, name) ? name : '')
  const priced = (isFee: boolean, unitPrice: string) => (mayPrice || isFee ? unitPrice : '')
  return {
    ...values,
    requestedDate: '',
    reference: '',
    lines: values.lines.map((one) => ({ ...one, tax: taxNow(one.tax), unitPrice: priced(false, one.unitPrice) })),
    charges: values.charges.map((one) => ({
      ...one,
      tax: taxNow(one.tax),
      unitPrice: priced(one.isFee, one.unitPrice),
    })),
    taxes: [],
    ...(!mayPrice && { discountValue: '' }),
  }
}
