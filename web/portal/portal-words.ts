import { formatDecimalInput } from '#web/ui/decimal-input.ts'
import { usePortal } from './portal-context.ts'

/** Amounts as the portal shows them: "EUR 1,250.00". */
export function useMoney(): (amount: string) => string {
  const { currency } = usePortal().home
  return (amount) => `${currency} ${formatDecimalInput(amount, 2)}`
}

/** "1 piece", "12 pieces". */
export const pieces = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'piece' : 'pieces'}`
