import { matchOrCreateAccounts } from '#server/crm/partners/match-or-create-accounts.ts'
import { matchOrCreateSuppliers } from '#server/crm/partners/match-or-create-suppliers.ts'
import type { Work } from '#server/kernel/work.ts'
import type { Catalogue } from './catalogue.ts'
import type { DeliveryLine, Named } from './delivery-line.ts'
import { idOf } from './historical-documents.ts'
import {
  matchOrCreateCategories,
  matchOrCreateFactories,
} from '#server/inventory/locations/match-or-create-locations.ts'
import { matchOrCreateProducts } from '#server/inventory/products/match-or-create-products.ts'

/** Matches or creates the customers of these lines, and none that only other lines of the history refer to. */
export const matchOrCreateCustomers = (work: Work, lines: readonly DeliveryLine[]) =>
  matchOrCreateAccounts(
    work,
    [...new Map(lines.map(({ account }) => [account.key, account])).values()].map(({ key, name, code, country }) => ({
      ref: key,
      name,
      code,
      country,
    })),
  )

/** The same for suppliers, factories, categories and products, in the locking order of `assertLiving`. */
export async function matchOrCreateNames(work: Work, catalogue: Catalogue, lines: readonly DeliveryLine[]) {
  const keys = (of: (line: DeliveryLine) => Named) => lines.map((line) => of(line).key)
  const makings = [...new Set(keys((line) => line.product))].flatMap((key) => catalogue.products.get(key) ?? [])
  const wanted = (from: ReadonlyMap<string, Named>, named: readonly string[]) =>
    [...new Set(named)].map((key) => ({ ref: key, name: from.get(key)?.name ?? key }))

  const suppliers = await matchOrCreateSuppliers(
    work,
    wanted(catalogue.suppliers, [...keys((line) => line.supplier), ...makings.map((one) => one.supplier)]),
  )
  const factories = await matchOrCreateFactories(
    work,
    wanted(catalogue.factories, [...keys((line) => line.factory), ...makings.map((one) => one.factory)]),
  )
  const named = makings.map((one) => one.category)
  const categories = await matchOrCreateCategories(work, wanted(catalogue.categories, named))
  const products = await matchOrCreateProducts(
    work,
    makings.map(({ supplier, category, factory, ...product }) => ({
      ...product,
      supplierId: idOf(suppliers.ids, supplier),
      categoryId: idOf(categories.ids, category),
      locationId: idOf(factories.ids, factory),
    })),
  )
  return { suppliers, factories, categories, products }
}
