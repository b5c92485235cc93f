import type { z } from 'zod'
import type { byId } from '#shared/fields.ts'
import type { Access, Route } from '#shared/http/route.ts'
import { inventoryApi } from '#shared/inventory/stock/api.ts'
import type { AddStockLots, ReduceStock } from '#shared/inventory/stock/stock-changes.ts'
import type { Product } from '#shared/inventory/stock/product.ts'
import { type RawMaterial, rawMaterialsApi } from '#shared/inventory/raw-materials/api.ts'

/** What the stock dialogs and the table of balances need of an item of any kind. */
export type StockedItem = Pick<Product, 'id' | 'name' | 'onHand' | 'lotControlled' | 'stock'> & {
  /** The default location. */
  home: Product['warehouse'] | null
}

type Booking<Body extends z.ZodType> = Route<{
  access: Access
  summary: string
  params: typeof byId
  body: Body
  reply: z.ZodType
  idempotency: 'required'
}>

type HistorySpec = (typeof inventoryApi.listStockHistory)['spec']
type History = Route<{ access: Access; summary: string; params: typeof byId } & Pick<HistorySpec, 'query' | 'reply'>>

/** The API routes for one kind of item. */
export type StockCalls = {
  /** The kind as a word: "product". */
  what: string
  addStockLots: Booking<typeof AddStockLots>
  reduceStock: Booking<typeof ReduceStock>
  history: History
  /** The GET routes to refetch after a stock change. */
  changed: readonly { readonly path: string }[]
}

export const productStock: StockCalls = {
  what: 'product',
  addStockLots: inventoryApi.addStockLots,
  reduceStock: inventoryApi.reduceStock,
  history: inventoryApi.listStockHistory,
  changed: [inventoryApi.getProduct, inventoryApi.listProducts, inventoryApi.listStockHistory],
}

export const rawMaterialStock: StockCalls = {
  what: 'raw material',
  addStockLots: rawMaterialsApi.addStockLots,
  reduceStock: rawMaterialsApi.reduceStock,
  history: rawMaterialsApi.listStockHistory,
  changed: [rawMaterialsApi.getRawMaterial, rawMaterialsApi.listRawMaterials, rawMaterialsApi.listStockHistory],
}

export const stockedProduct = (product: Product): StockedItem => ({ ...product, home: product.warehouse })
export const stockedRawMaterial = (material: RawMaterial): StockedItem => ({ ...material, home: material.location })
