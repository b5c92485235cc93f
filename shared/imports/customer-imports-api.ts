import { importCalls } from './api.ts'

/** Adding and changing customers from a file. */
export const customerImportsApi = importCalls('customer-imports', 'crm.edit', 'customers')
