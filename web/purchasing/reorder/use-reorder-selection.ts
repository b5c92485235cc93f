import { useState } from 'react'
import { lineAmount, parseDecimal, priceScale } from '#shared/money.ts'
import type { ReorderItem } from '#shared/purchasing/reorder/api.ts'
import { Quantity } from '#shared/quantity.ts'

/** The error of an entered quantity; undefined if it is valid. */
export const quantityProblem = (quantity: number | null): string | undefined =>
  quantity === null ? 'is required' : Quantity.safeParse(quantity).error?.issues[0]?.message

/**
 * Which of the shown items will be ordered, with the quantity of each: the suggestion, unless the user enters another one. Items
 * that disappear are not ordered: another user may have drafted them meanwhile.
 */
export function useReorderSelection(shown: readonly ReorderItem[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [typed, setTyped] = useState<ReadonlyMap<string, number | null>>(new Map())
  const quantityOf = ({ id, quantity }: ReorderItem) => (typed.has(id) ? (typed.get(id) ?? null) : quantity)
  const lines = shown.filter(({ id }) => selected.has(id)).map((item) => ({ item, quantity: quantityOf(item) }))
  return {
    selected,
    lines,
    /** The cost of the lines with valid quantities, in minor units. */
    worth: lines.reduce((sum, { item, quantity }) => sum + worthOf(item, quantity), 0n),
    /** Of these items, selects exactly those with the given ids; other items keep their state. */
    select: (items: readonly ReorderItem[], ids: ReadonlySet<string>) => {
      const others = [...selected].filter((id) => items.every((item) => item.id !== id))
      setSelected(new Set([...others, ...ids]))
    },
    quantityOf,
    /** Entering a quantity also selects the item. */
    type: ({ id }: ReorderItem, quantity: number | null) => {
      setTyped(new Map(typed).set(id, quantity))
      setSelected(new Set(selected).add(id))
    },
    /** Resets the quantity to the suggestion. */
    restore: ({ id }: ReorderItem) => setTyped(new Map([...typed].filter(([one]) => one !== id))),
    isTyped: ({ id, quantity }: ReorderItem) => typed.has(id) && typed.get(id) !== quantity,
    clear: () => {
      setSelected(new Set())
      setTyped(new Map())
    },
  }
}
export type ReorderSelection = ReturnType<typeof useReorderSelection>

/** In minor units; 0 for an invalid quantity. */
export const worthOf = (item: ReorderItem, quantity: number | null): bigint =>
  quantityProblem(quantity) ? 0n : lineAmount(quantity ?? 0, parseDecimal(item.unitCost, priceScale) ?? 0n)
