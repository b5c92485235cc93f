/** Something by which a record is in use: what stands in the way of deleting it. */
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

/** The details of an IN_USE refusal: the first few uses, and how many there are of all kinds together. */
export interface InUse {
  uses: Use[]
  count: number
}
export const usesShown = 5
