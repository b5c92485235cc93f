import { type DeliveryLine, type Named, productFacts } from './delivery-line.ts'

interface CatalogueProduct {
  ref: string
  name: string
  description: string
  packSize: number
  /** Ten-thousandths. */
  price: number
  supplier: string
  category: string
  factory: string
}

/** All records that the lines of a file refer to, by key. */
export interface Catalogue {
  suppliers: Map<string, Named>
  factories: Map<string, Named>
  categories: Map<string, Named>
  accounts: Map<string, DeliveryLine['account']>
  products: Map<string, CatalogueProduct>
}

/**
 * Collects the names of the whole file before anything is written, so that a product gets its latest cost, whichever batch
 * creates it. Its supplier, category and location are the first in the file.
 */
export function catalogueOf(lines: readonly DeliveryLine[]): Catalogue {
  const catalogue: Catalogue = {
    suppliers: new Map(),
    factories: new Map(),
    categories: new Map(),
    accounts: new Map(),
    products: new Map(),
  }
  const pricedOn = new Map<string, string>()
  const keep = <T extends Named>(into: Map<string, T>, one: T) => {
    if (!into.has(one.key)) into.set(one.key, one)
  }
  for (const line of lines) {
    keep(catalogue.suppliers, line.supplier)
    keep(catalogue.factories, line.factory)
    keep(catalogue.categories, line.category)
    keep(catalogue.accounts, line.account)
    const { key } = line.product
    const known = catalogue.products.get(key)
    const product = known ?? {
      ref: key,
      name: line.product.name,
      description: productFacts(line.product),
      packSize: line.product.packSize,
      price: line.price,
      supplier: line.supplier.key,
      category: line.category.key,
      factory: line.factory.key,
    }
    if (!known) catalogue.products.set(key, product)
    if (line.delivered >= (pricedOn.get(key) ?? '')) {
      pricedOn.set(key, line.delivered)
      product.price = line.price
    }
  }
  disambiguateNames([...catalogue.products.values()])
  return catalogue
}

/** Products with the same description get their other details added to their names. */
function disambiguateNames(products: readonly CatalogueProduct[]): void {
  const count = new Map<string, number>()
  for (const { name } of products) count.set(name.toLowerCase(), (count.get(name.toLowerCase()) ?? 0) + 1)
  for (const product of products) {
    if ((count.get(product.name.toLowerCase()) ?? 0) > 1) product.name = `${product.name} (${product.description})`
  }
}
