import type { RecallCustomer } from '#shared/inventory/recalls/recall.ts'

interface Notice {
  number: string
  reason: string
  instruction: string
  company: { name: string; phone: string | null; contactEmail: string | null }
  customer: Pick<RecallCustomer, 'name' | 'goods'>
}

/** The notice of a recall to a customer, as plain text: which goods, from which orders, what to do, and a contact. */
export function recallNotice({ number, reason, instruction, company, customer }: Notice): {
  subject: string
  lines: string[]
} {
  // Lists only goods that the customer still has, or all if everything was returned.
  const left = customer.goods.filter((one) => one.outstanding > 0)
  const goods = left.length > 0 ? left : customer.goods.map((one) => ({ ...one, outstanding: one.quantity }))
  const products = [...new Set(goods.map((one) => one.product))]
  const named = products.length > 2 ? `${products.length} products` : products.join(' and ')
  const contacts = [company.phone, company.contactEmail].filter(Boolean).join(' or ')
  return {
    subject: `Recall ${number}: ${named}`.slice(0, 200),
    lines: [
      `To ${customer.name}`,
      `We are recalling goods delivered to you. Reason: ${reason}`,
      ...goods.map(
        ({ product, lotNumber, outstanding: quantity, orders }) =>
          `${product}, lot ${lotNumber}: ${quantity.toLocaleString('en')} ${quantity === 1 ? 'piece' : 'pieces'}` +
          (orders.length > 0
            ? `, order ${orders.slice(0, 10).join(', ')}${orders.length > 10 ? ' and others' : ''}`
            : ''),
      ),
      instruction,
      contacts ? `Questions: ${contacts}. Our reference is ${number}.` : `Our reference is ${number}.`,
    ],
  }
}
