import { buyingPlants } from './purchasing-corruptions.ts'
import { makingPlants } from './production-corruptions.ts'
import { moneyPlants } from './money-corruptions.ts'
import { ordersPlants } from './order-corruptions.ts'
import { recordsPlants } from './record-corruptions.ts'
import { stockPlants } from './stock-corruptions.ts'
import type { Plant } from './corruption.ts'

/** For every check of the proof a corruption that it must see. */
export const plants: Record<string, Plant> = {
  ...stockPlants,
  ...makingPlants,
  ...ordersPlants,
  ...moneyPlants,
  ...buyingPlants,
  ...recordsPlants,
}
