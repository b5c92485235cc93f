export const paymentMethods = ['bank_transfer', 'cash', 'card', 'cheque', 'other'] as const
export type PaymentMethod = (typeof paymentMethods)[number]
export const paymentMethodNames: Record<PaymentMethod, string> = {
  bank_transfer: 'Bank transfer',
  cash: 'Cash',
  card: 'Card',
  cheque: 'Cheque',
  other: 'Other',
}
