import type { Settings } from '#shared/settings/api.ts'

/** The company's fields in display order. */
export const companyLabels = {
  name: 'Company name',
  headquarters: 'Headquarters',
  website: 'Website',
  contactEmail: 'Contact email',
  phone: 'Phone',
  address: 'Address',
  taxNumber: 'Tax number',
  iban: 'IBAN',
  bic: 'BIC',
} as const satisfies Record<keyof Settings['company'], string>
