import { importCalls } from './api.ts'

/** Adding and changing products from a file. */
export const productImportsApi = importCalls('product-imports', 'inventory.edit', 'products')
