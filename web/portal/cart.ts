import type { ApiError } from '#web/api/api-error.ts'
import { useDraft } from './use-draft.ts'

export interface Cart {
  /** Pieces by product. */
  lines: Record<string, number>
  /** The id of an address, `main`, `new` for the one in `newShipTo`, or '' for the default address. */
  shipTo?: string
  newShipTo?: { name: string; address: string; country: string }
  requestedDate: string
  reference: string
  notes: string
}
const empty: Cart = { lines: {}, requestedDate: '', reference: '', notes: '' }

/** The cart: a draft of an order. */
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

/** A refused order, as it was when the response came. */
export type RefusedCart = { error: ApiError; cart: Cart; at: number }

/**
 * The parts of a refusal that still apply: a field's error until that field changes, the general error until anything
 * changes. A missing response also no longer applies after the next response.
 */
export function stillRefused({ error, cart: sent, at }: RefusedCart, cart: Cart, answeredAt: number) {
  const address = error.fields['newShipTo.address']
  const day = error.fields['requestedDate']
  const isOver = sent !== cart || (error.status === 0 && answeredAt > at)
  return {
    address: sent.newShipTo === cart.newShipTo && sent.shipTo === cart.shipTo ? address : undefined,
    day: sent.requestedDate === cart.requestedDate ? day : undefined,
    problem: isOver || address || day ? undefined : refusalText(error),
  }
}
export type Refused = Partial<ReturnType<typeof stillRefused>>

/** The server's message without field names. */
export function refusalText({ message, fields }: ApiError): string {
  const line = Object.entries(fields).find(([name]) => name.startsWith('lines'))?.[1]
  return line ? `A line ${line}.` : message
}
