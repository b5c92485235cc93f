import { useDraft } from './use-draft.ts'

export interface Cart {
  /** Pieces by product. */
  lines: Record<string, number>
  /** The id of an address, `main`, `new` for the one in `newShipTo`, or '' for the usual one. */
  shipTo?: string
  newShipTo?: { name: string; address: string; country: string }
  requestedDate: string
  reference: string
  notes: string
}
const empty: Cart = { lines: {}, requestedDate: '', reference: '', notes: '' }

/** The order being written. */
export function useCart(name: string) {
  const { draft, isNew, setDraft, change, clear } = useDraft(`cart-${name}`, empty)
  return {
    cart: draft,
    isNew,
    change,
    setQuantity: (productId: string, quantity: number) =>
      setDraft((before) => {
        const lines = Object.fromEntries(
          Object.entries(before.lines).filter(([one]) => one !== productId || quantity > 0),
        )
        if (quantity > 0) lines[productId] = quantity
        return { ...before, lines }
      }),
    clear,
  }
}
