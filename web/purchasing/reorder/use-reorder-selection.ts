import { useState } from 'react'
import { lineAmount, parseDecimal, priceScale } from '#shared/money.ts'
import type { ReorderItem } from '#shared/purchasing/reorder/api.ts'
import { Quantity } from '#shared/quantity.ts'

/** What is wrong with a quantity that was typed; undefined where it can be ordered. */
export const quantityProblem = (quantity: number | null): string | undefined =>
  quantity === null ? 'is required' : Quantity.safeParse(quantity).error?.issues[0]?.message

/**
 * Which of the items that are shown will be ordered, and how many of each: the suggestion, until somebody types another
 * quantity. What is not shown any more is not ordered either: somebody else may have drafted it meanwhile.
 */
export function useReorderSelection(shown: readonly ReorderItem[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [typed, setTyped] = useState<ReadonlyMap<string, number | null>>(new Map())
  const quantityOf = ({ id, quantity }: ReorderItem) => (typed.has(id) ? (typed.get(id) ?? null) : quantity)
  const lines = shown.filter(({ id }) => selected.has(id)).map((item) => ({ item, quantity: quantityOf(item) }))
  return {
    selected,
    lines,
    /** What the lines cost as far as they can be read, in minor units. */
    worth: lines.reduce((sum, { item, quantity }) => sum + worthOf(item, quantity), 0n),
    /** Selects those of these items whose ids are given, and no other of them. */
    select: (items: readonly ReorderItem[], ids: ReadonlySet<string>) => {
      const others = [...selected].filter((id) => items.every((item) => item.id !== id))
      setSelected(new Set([...others, ...ids]))
    },
    quantityOf,
    /** Who types a quantity means to order it. */
    type: ({ id }: ReorderItem, quantity: number | null) => {
      setTyped(new Map(typed).set(id, quantity))
      setSelected(new Set(selected).add(id))
    },
    /** Back to the suggestion. */
    restore: ({ id }: ReorderItem) => setTyped(new Map([...typed].filter(([one]) => one !== id))),
    isTyped: ({ id, quantity }: ReorderItem) => typed.has(id) && typed.get(id) !== quantity,
    clear: () => {
      setSelected(new Set())
      setTyped(new Map())
    },
  }
}
export type ReorderSelection = ReturnType<typeof useReorderSelection>

/** Minor units; 0 for what is no quantity. */
export const worthOf = (item: ReorderItem, quantity: number | null): bigint =>
  quantityProblem(quantity) ? 0n : lineAmount(quantity ?? 0, parseDecimal(item.unitCost, priceScale) ?? 0n)
