/** One effect on one balance: the changes of on hand and committed, in pieces. */
export interface StockEntry {
  effect: StockEffect
  itemId: string
  locationId: string
  lotId: string
  dOnHand: number
  dCommitted: number
  /** The line of the source; the source itself if it has no lines. */
  lineId: string
  /** Another document of the same type than the source, if one command moves the goods of several. */
  of?: { id: string; cycle: number }
  /** If it differs from the source's: why a part was written off. */
  reason?: string
  customReason?: string | null
}

export type StockEffect =
  | 'INITIAL'
  | 'ADD'
  | 'REDUCE'
  | 'ADJUST'
  | 'COMMIT'
  | 'RELEASE'
  | 'PICK_OUT'
  | 'PICK_IN'
  | 'SHIP'
  | 'UNSHIP'
  | 'RESTOCK'
  | 'RECEIVE'
  | 'COME_BACK'
  | 'TRANSFER_OUT'
  | 'TRANSFER_IN'
  | 'WRITE_OFF'
  | 'KIT_OUT'
  | 'KIT_IN'
  | 'UNKIT_OUT'
  | 'UNKIT_IN'
  | 'MAKE_OUT'
  | 'MAKE_IN'
  | 'SCRAP'
  | 'UNMAKE_OUT'
  | 'UNMAKE_IN'
  | 'UNRECEIVE'
  | 'SEND_BACK'
  | 'SET_ASIDE_OUT'
  | 'SET_ASIDE_IN'

/** The document that moves the stock, and why. Its transitions increment `cycle`, so each has its effects once. */
export interface StockSource {
  type:
    | 'adjustment'
    | 'sales_order'
    | 'purchase_order'
    | 'import'
    | 'transfer'
    | 'kit'
    | 'production'
    | 'recall'
    | 'count'
    | 'return'
    | 'set_aside'
  id: string
  cycle: number
  reason: string
  customReason?: string | null
  /** When it happened, if not now. */
  at?: string
}

/**
 * Whether a document brings goods into or out of the company or corrects stock (`outside`), or moves or transforms goods
 * `inside`. Inputs and outputs of one operation of an inside document are made from each other: traces follow it.
 */
const sourceKinds: Record<StockSource['type'], 'inside' | 'outside'> = {
  adjustment: 'outside',
  sales_order: 'outside',
  purchase_order: 'outside',
  import: 'outside',
  recall: 'outside',
  count: 'outside',
  return: 'outside',
  transfer: 'inside',
  kit: 'inside',
  production: 'inside',
  // a line of a return whose goods go into a lot of their own
  set_aside: 'inside',
}
export const outsideSources = Object.entries(sourceKinds).flatMap(([type, kind]) => (kind === 'outside' ? [type] : []))

export interface Balance {
  itemId: string
  locationId: string
  lotId: string
  onHand: number
  committed: number
}

export const keyOf = (key: { itemId: string; locationId: string; lotId: string }) =>
  `${key.itemId}/${key.locationId}/${key.lotId}`
