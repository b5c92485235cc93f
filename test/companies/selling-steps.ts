import { addDays } from '#shared/dates.ts'
import type { Chance, SellingCompany } from './selling-company.ts'
import { changeInvoice, merge, pay, payMany, refund, voidPayment } from './selling-money.ts'
import { estimate, orderInPortal } from './selling-portal.ts'
import { deleteOrder, moveAny, requestReturn, sell, send, settleReturn } from './selling-orders.ts'

/** The possible steps, by name. Each has one effect or is refused. */
export const sellingSteps = {
  sell,
  orderInPortal,
  estimate,
  deliver: (company, chance) => send(company, chance, 'whole'),
  shipPart: (company, chance) => send(company, chance, 'part'),
  fail: (company, chance) => send(company, chance, 'failed'),
  reverse: (company, chance) => moveAny(company, chance, 'reverse'),
  cancel: (company, chance) => moveAny(company, chance, 'cancel'),
  unconfirm: (company, chance) => moveAny(company, chance, 'unconfirm'),
  deleteOrder,
  pay: (company, chance) => pay(company, chance, false),
  overpay: (company, chance) => pay(company, chance, true),
  payMany,
  voidPayment,
  reset: (company, chance) => changeInvoice(company, chance, 'reset'),
  applyCredit: (company, chance) => changeInvoice(company, chance, 'apply'),
  deleteInvoice: (company, chance) => changeInvoice(company, chance, 'deleteInvoice'),
  refund,
  requestReturn,
  settleReturn,
  merge,
  passDays: async (company, { a }) => company.setDay(addDays(company.day, 1 + (a % 3))),
} satisfies Record<string, (company: SellingCompany, chance: Chance) => Promise<void>>
export type SellingStep = keyof typeof sellingSteps
