export const addressKinds = ['billing', 'shipping', 'other'] as const
export const addressKindNames: Record<(typeof addressKinds)[number], string> = {
  billing: 'Billing',
  shipping: 'Shipping',
  other: 'Other',
}
