import { consumables } from './consumables.ts'
import type { DemoProduct } from './demo-product.ts'
import { medicinesAndDevices } from './medicines-and-devices.ts'

/** The demo company's goods; orders and deliveries refer to them by index. */
export const products: readonly DemoProduct[] = [...consumables, ...medicinesAndDevices]
