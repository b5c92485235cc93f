import { buyingPlants } from './plants-of-buying.ts'
import { makingPlants } from './plants-of-making.ts'
import { moneyPlants } from './plants-of-money.ts'
import { ordersPlants } from './plants-of-orders.ts'
import { recordsPlants } from './plants-of-records.ts'
import { stockPlants } from './plants-of-stock.ts'
import type { Plant } from './plant.ts'

/** For every check of the proof a corruption that it must see. */
export const plants: Record<string, Plant> = {
  ...stockPlants,
  ...makingPlants,
  ...ordersPlants,
  ...moneyPlants,
  ...buyingPlants,
  ...recordsPlants,
}
