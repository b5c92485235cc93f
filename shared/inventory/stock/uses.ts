/** A use of a record, which prevents deleting it. */
export interface Use {
  kind:
    | 'product'
    | 'raw_material'
    | 'kit'
    | 'salesOrder'
    | 'stockTransfer'
    | 'kitOrder'
    | 'purchaseOrder'
    | 'stockCount'
    | 'estimate'
    | 'invoice'
    | 'customerReturn'
    | 'recall'
    | 'route'
    | 'account'
    | 'opportunity'
    | 'location'
  id: string
  name: string
}

/** The details of an IN_USE refusal: the first few uses, and the total number of all kinds. */
export interface InUse {
  uses: Use[]
  count: number
}
export const usesShown = 5
