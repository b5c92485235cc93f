import type { Call } from '#shared/http/route.ts'
import type { Kit, kitsApi } from '#shared/inventory/kits/api.ts'
import { countWords } from '#web/forms/changed-lines/field-words.ts'
import type { LineTables } from '#web/forms/changed-lines/line-changes.ts'
import { locationLabel } from '#web/inventory/public/location-picker.tsx'
import type { ComboboxOption } from '#web/ui/combobox.tsx'

export type KitPartValues = { item: (ComboboxOption & { cost: string | null }) | null; quantity: number | null }

/** The values of the kit form. */
export type KitValues = {
  warehouse: ComboboxOption | null
  name: string
  price: string
  sku: string
  description: string
  components: KitPartValues[]
  /** Kits to pack right away; only for a new kit. */
  quantity: number | null
}

export const kitLabels = {
  warehouse: 'Warehouse',
  name: 'Name',
  price: 'Price',
  sku: 'SKU',
  description: 'Description',
  components: 'Items',
  quantity: 'Kits to pack now',
} as const satisfies Record<keyof KitValues, string>

export const blankPart: KitPartValues = { item: null, quantity: null }
export const newKit: KitValues = {
  warehouse: null,
  name: '',
  price: '',
  sku: '',
  description: '',
  components: [blankPart],
  quantity: null,
}

export const kitValues = (kit: Kit): KitValues => ({
  warehouse: { id: kit.warehouse.id, label: locationLabel(kit.warehouse) },
  name: kit.name,
  price: kit.price,
  sku: kit.sku,
  description: kit.description,
  components: kit.components.map(({ item, quantity, cost }) => ({
    item: { id: item.id, label: item.name, cost },
    quantity,
  })),
  quantity: null,
})

/** Describes the items of a kit in the conflict dialog. */
export const kitTables: LineTables<KitValues> = {
  components: {
    name: ({ item }) => item?.label ?? '',
    row: 'item',
    fields: [{ label: 'Quantity', words: ({ quantity }) => countWords(quantity) }],
  },
}

const isBlank = ({ item, quantity }: KitPartValues) => item === null && quantity === null
function sentParts(values: Pick<KitValues, 'components'>): number[] {
  const filled = values.components.flatMap((part, at) => (isBlank(part) ? [] : [at]))
  return filled.length > 0 ? filled : [0]
}

type Body = Call<(typeof kitsApi.updateKit)['spec']>['body']

/** The request body of the form values. Missing values stay undefined, so that the schema reports them. */
export function kitBody(values: KitValues): Body {
  const { name, price, sku, description, warehouse } = values
  return {
    name,
    price,
    sku,
    description,
    warehouse: warehouse?.id as string,
    components: sentParts(values).map((at) => {
      const { item, quantity } = values.components[at] ?? blankPart
      return { itemId: item?.id as string, quantity: quantity as number }
    }),
  }
}
export const newKitBody = (values: KitValues) => ({ ...kitBody(values), quantity: values.quantity ?? 0 })

/** Maps a path of the request body to the form field that shows its error. */
export function kitField(path: string, values: Pick<KitValues, 'components'>): string {
  const [, at, name] = /^components\.(\d+)(?:\.(.+))?$/.exec(path) ?? []
  if (at === undefined) return path
  const part = `components.${sentParts(values)[Number(at)] ?? at}`
  return `${part}.${name === 'quantity' ? 'quantity' : 'item'}`
}

/** "Quantity of item 2" */
export function kitPartLabel(path: string): string | undefined {
  const [, at, name] = /^components\.(\d+)\.(.+)$/.exec(path) ?? []
  if (at === undefined) return undefined
  return name === 'quantity' ? `Quantity of item ${Number(at) + 1}` : `Item ${Number(at) + 1}`
}

/** The cost of one kit with the items chosen so far, in ten-thousandths; null if a cost is unknown. */
export function partsCost(parts: readonly KitPartValues[]): number | null {
  let sum = 0
  for (const { item, quantity } of parts) {
    if (!item || !quantity) continue
    if (item.cost === null) return null
    sum += Math.round(Number(item.cost) * 10_000) * quantity
  }
  return sum
}
