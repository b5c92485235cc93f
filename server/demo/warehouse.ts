import { addDays } from '#shared/dates.ts'
import { SupplierInput } from '#shared/crm/partners/api.ts'
import { LocationInput } from '#shared/inventory/stock/api.ts'
import { AddStock } from '#shared/inventory/stock/stock-changes.ts'
import { type Attribute, AttributeInput } from '#shared/inventory/catalogue/attributes-api.ts'
import { ZoneInput } from '#shared/inventory/locations/api.ts'
import { NewProduct } from '#shared/inventory/stock/product.ts'
import { ServiceTypeInput } from '#shared/inventory/catalogue/service-types-api.ts'
import { createSupplier } from '#server/crm/partners/suppliers.ts'
import { addStock } from '#server/inventory/stock/adjustments.ts'
import { createAttribute } from '#server/inventory/catalogue/attributes.ts'
import { createCategory } from '#server/inventory/catalogue/categories.ts'
import { createLocation } from '#server/inventory/locations/locations.ts'
import { createProduct } from '#server/inventory/products/products.ts'
import { createServiceType } from '#server/inventory/catalogue/service-types.ts'
import { createZone, assignZoneGoods } from '#server/inventory/locations/zones.ts'
import type { On } from './on-day.ts'
import { attributes, categories, historyDays, locations, services, suppliers, zones } from './demo-rows.ts'
import { products } from './products.ts'

/** The company on its first day: categories, suppliers, locations, and products with their lots and zones. */
export async function fillWarehouse(
  on: On,
  today: string,
): Promise<{ productIds: string[]; places: string[]; bought: string[] }> {
  for (const [name, description] of categories)
    await on(historyDays, (work) => createCategory(work, { name, description }))
  const bought: string[] = []
  for (const [name, country] of suppliers) {
    bought.push((await on(historyDays, (work) => createSupplier(work, SupplierInput.parse({ name, country })))).id)
  }
  for (const [name, unit, price, description] of services)
    await on(historyDays, (work) => createServiceType(work, ServiceTypeInput.parse({ name, unit, price, description })))
  const places: string[] = []
  for (const [name, type, address, latitude, longitude] of locations) {
    const input = LocationInput.parse({ name, type, address, latitude, longitude })
    places.push((await on(historyDays, (work) => createLocation(work, input))).id)
  }
  const described = await addAttributes(on)
  const ids: string[] = []
  for (const [index, product] of products.entries()) {
    const { category, supplier, stock, lots = [], ...rest } = product
    const input = NewProduct.parse({
      ...rest,
      description: `${product.name}, ${product.pcsPerCase} a case.`,
      category: categories[category]?.[0],
      supplier: bought[supplier],
      warehouse: places[index % 5 === 4 ? 1 : 0],
      billOfMaterials: [],
      attributes: described(product.name),
      lotControlled: lots.length > 0,
      priceTiers: tiersOf(product.price),
      quantity: stock,
    })
    const { id } = await on(historyDays, (work) => createProduct(work, input))
    ids.push(id)
    for (const [lotNumber, days, quantity] of lots) {
      const arrival = AddStock.parse({
        quantity,
        reason: 'purchase_order',
        lotNumber,
        expiryDate: addDays(today, days),
      })
      await on(historyDays - 1, (work) => addStock(work, id, arrival))
    }
  }
  await addZones(on, places[0] ?? '', ids)
  return { productIds: ids, places, bought }
}

/** Adds zones to a warehouse; products that match none have no zone. */
async function addZones(on: On, warehouse: string, items: readonly string[]): Promise<void> {
  for (const [name, purpose, description, pattern] of zones) {
    const input = ZoneInput.parse({ name, purpose, description })
    const { id } = await on(historyDays, (work) => createZone(work, warehouse, input))
    const goods = items.filter((_id, at) => pattern.test(products[at]?.name ?? '')).map((itemId) => ({ itemId }))
    await on(historyDays - 1, (work) => assignZoneGoods(work, warehouse, id, goods))
  }
}

/** Adds the attributes; returns a function from a product's name to its values. */
async function addAttributes(on: On): Promise<(name: string) => Record<string, string>> {
  const made: { attribute: Attribute; valueOf: (name: string) => string | null }[] = []
  for (const [name, kind, labels, valueOf] of attributes) {
    const input = AttributeInput.parse({ name, kind, choices: labels.map((label) => ({ label })) })
    made.push({ attribute: await on(historyDays, (work) => createAttribute(work, input)), valueOf })
  }
  return (name) =>
    Object.fromEntries(
      made.flatMap(({ attribute, valueOf }) => {
        const choice = attribute.choices.find(({ label }) => label === valueOf(name))
        return choice ? [[attribute.id, choice.id]] : []
      }),
    )
}

/** Wholesale, distributor and high-volume prices, each lower than the one before. */
function tiersOf(price: string) {
  const step = (part: number) => (Number(price) * part).toFixed(4)
  return { retail: price, wholesale: step(0.94), distributor: step(0.89), highVolume: step(0.84) }
}
