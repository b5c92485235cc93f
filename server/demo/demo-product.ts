/** A product of the demo company. Quantities in pieces, prices in the company's currency. */
export interface DemoProduct {
  name: string
  sku: string
  category: number
  supplier: number
  price: string
  cost: string
  pcsPerCase: number
  stock: number
  /** Lots as [number, days until expiry, pieces]; undefined for products that aren't lot-tracked. */
  lots?: readonly (readonly [string, number, number])[]
  coldChain?: boolean
  reorderPoint?: number
  details?: { size?: string; color?: string; weight?: string }
}
