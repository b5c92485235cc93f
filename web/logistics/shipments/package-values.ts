import type { PackageKind } from '#shared/logistics/shipments/packages.ts'
import type { Shipment } from '#shared/logistics/shipments/shipment.ts'

export type PackageValues = {
  /** Null for a new package. */
  packageId: string | null
  kind: PackageKind
  weight: string
  isCold: boolean
  /** The pieces of each line, in the order of the shipment's lines; null means none. */
  quantities: (number | null)[]
}
export type PackagesValues = { packages: PackageValues[] }

/** The form values of the packages; without any, one package with all pieces. */
export function packagesValues({ shipmentPackages, lines }: Shipment): PackagesValues {
  if (shipmentPackages.length === 0) {
    return { packages: [{ ...emptyPackage(lines.length), quantities: lines.map(({ quantity }) => quantity) }] }
  }
  return {
    packages: shipmentPackages.map(({ id, kind, weight, isCold, contents }) => ({
      packageId: id,
      kind,
      weight: weight ?? '',
      isCold,
      quantities: lines.map((line) => contents.find(({ lineId }) => lineId === line.id)?.quantity ?? null),
    })),
  }
}

export const emptyPackage = (lines: number): PackageValues => ({
  packageId: null,
  kind: 'carton',
  weight: '',
  isCold: false,
  quantities: Array.from({ length: lines }, () => null),
})

/** The request body. */
export const packagesBody = ({ packages }: PackagesValues, lines: Shipment['lines']) => ({
  packages: packages.map(({ packageId, kind, weight, isCold, quantities }) => ({
    ...(packageId && { id: packageId }),
    kind,
    weight: weight || null,
    isCold,
    contents: lines.flatMap(({ id }, at) => {
      const quantity = quantities[at]
      return quantity ? [{ lineId: id, quantity }] : []
    }),
  })),
})

/** The pieces of each line that are in no package; negative if more are packed than there are. */
export const leftOver = ({ packages }: PackagesValues, lines: Shipment['lines']): number[] =>
  lines.map(({ quantity }, at) => quantity - packages.reduce((sum, { quantities }) => sum + (quantities[at] ?? 0), 0))
