import { formatKg } from './format-kg.ts'

interface Load {
  packages: number
  /** Kilograms. */
  weight: string
}

/** "2 pkg", "3.5 kg": only what is known. Goods have no packages before they are packed, and a product may have no weight. */
export const loadFacts = ({ packages, weight }: Load): string[] => [
  ...(packages > 0 ? [`${packages.toLocaleString()} pkg`] : []),
  ...(Number(weight) > 0 ? [formatKg(weight)] : []),
]

/** The same for goods that have not left, and may still be packed. */
export const waitingLoad = (load: Load): string[] => [
  ...(load.packages === 0 ? ['Not packed yet'] : []),
  ...loadFacts(load),
]
