import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sum } from '#shared/money.ts'
import { partProblems, allocatePayment } from './payment-parts.ts'

const minor = fc.bigInt({ min: 0n, max: 10n ** 12n })
const open = fc.array(minor, { maxLength: 12 }).map((dues) => dues.map((due, at) => ({ id: `invoice ${at}`, due })))
const dueOf = (invoices: readonly { id: string; due: bigint }[]) => (id: string) =>
  invoices.find((one) => one.id === id)?.due

test('[IVC-01] parts and rest add up to the payment; an invoice is paid only after all earlier ones are settled', () => {
  fc.assert(
    fc.property(minor, open, (amount, invoices) => {
      const { parts, rest } = allocatePayment(amount, invoices)
      expect(sum(parts.map((part) => part.amount)) + rest).toBe(amount)
      expect(rest).toBeGreaterThanOrEqual(0n)
      expect(partProblems(amount, parts, dueOf(invoices))).toEqual([])
      const got = (id: string) => parts.find((part) => part.invoiceId === id)?.amount ?? 0n
      const unsettled = invoices.findIndex(({ id, due }) => got(id) < due)
      if (unsettled < 0) return
      expect(rest).toBe(0n)
      for (const { id } of invoices.slice(unsettled + 1)) expect(got(id)).toBe(0n)
    }),
    { numRuns: 20_000 },
  )
})

test('[IVC-01] reports exactly the parts over the balance, duplicate or for an unknown invoice, and a sum of parts above the payment', () => {
  const typed = fc.record({
    amount: fc.bigInt({ min: 1n, max: 400n }),
    dues: fc.array(fc.bigInt({ min: 1n, max: 100n }), { minLength: 1, maxLength: 4 }),
    parts: fc.array(fc.record({ to: fc.nat(4), amount: fc.bigInt({ min: 1n, max: 120n }) }), { maxLength: 5 }),
  })
  fc.assert(
    fc.property(typed, ({ amount, dues, parts: given }) => {
      const invoices = dues.map((due, at) => ({ id: `invoice ${at}`, due }))
      const parts = given.map((part) => ({ invoiceId: `invoice ${part.to}`, amount: part.amount }))
      const paths = partProblems(amount, parts, dueOf(invoices)).map((problem) => problem.path)
      for (const [at, part] of parts.entries()) {
        const due = dueOf(invoices)(part.invoiceId)
        const isTwice = parts.findIndex((one) => one.invoiceId === part.invoiceId) < at
        expect(paths.includes(`parts.${at}.invoiceId`)).toBe(due === undefined || isTwice)
        expect(paths.includes(`parts.${at}.amount`)).toBe(due !== undefined && !isTwice && part.amount > due)
      }
      expect(paths.includes('amount')).toBe(sum(parts.map((part) => part.amount)) > amount)
    }),
    { numRuns: 20_000 },
  )
})
