/** One effect on one balance: how on hand and committed change, in pieces. */
export interface StockEntry {
  effect: StockEffect
  itemId: string
  locationId: string
  lotId: string
  dOnHand: number
  dCommitted: number
  /** The line of the source that asks for it; the source itself where it has no lines. */
  lineId: string
  /** Another document of the same type than the one that the booking is for, where one act moves the goods of several. */
  of?: { id: string; cycle: number }
  /** Where it differs from the source's: why a part was written off. */
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

/** The document that moves the stock, and why. `cycle` grows with every act of it, so one act has one effect. */
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
  /** When it happened, where that is not now. */
  at?: string
}

/**
 * Does a document carry goods over the company's border or correct what is known of them (`outside`), or does it move and turn
 * them `inside`? What goes in and what comes out of one act of an inside document are made of one another: traces follow it.
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
