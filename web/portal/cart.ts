import { useEffect, useState } from 'react'
import { useUser } from '#web/session/session.ts'

export interface Cart {
  /** Pieces by product. */
  lines: Record<string, number>
  requestedDate: string
  reference: string
  notes: string
}
const empty: Cart = { lines: {}, requestedDate: '', reference: '', notes: '' }

/** The order being written, kept by this browser for its user: an expired session or a closed tab loses nothing of it. */
export function useCart(name: string) {
  const { id } = useUser()
  const key = `portal-cart-${id}-${name}`
  const [cart, setCart] = useState<Cart>(() => read(key) ?? empty)
  const isStored = cart !== empty
  useEffect(() => {
    if (isStored) localStorage.setItem(key, JSON.stringify(cart))
  }, [key, cart, isStored])
  return {
    cart,
    /** Nothing was written down before. */
    isNew: !isStored,
    change: (part: Partial<Cart>) => setCart((before) => ({ ...before, ...part })),
    setQuantity: (productId: string, quantity: number) =>
      setCart((before) => {
        const lines = Object.fromEntries(
          Object.entries(before.lines).filter(([one]) => one !== productId || quantity > 0),
        )
        if (quantity > 0) lines[productId] = quantity
        return { ...before, lines }
      }),
    clear: () => {
      localStorage.removeItem(key)
      setCart(empty)
    },
  }
}

function read(key: string): Cart | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<Cart> | null
    return kept && typeof kept.lines === 'object' ? { ...empty, ...kept } : null
  } catch {
    return null
  }
}
