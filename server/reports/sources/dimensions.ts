import { column, nameIn } from './report-source.ts'

/* Dimensions of many sources: a column of ids, and the names of their records. */

export const item = { key: column('item_id'), label: nameIn('items') }
export const category = { key: column('category_id'), label: nameIn('categories') }
export const location = { key: column('location_id'), label: nameIn('locations') }
export const supplier = { key: column('supplier_id'), label: nameIn('suppliers') }
export const customer = { key: column('account_id'), label: nameIn('accounts') }
