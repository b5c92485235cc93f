import { acceptedPieces } from '#shared/logistics/shipments/accepted-pieces.ts'

/** A line of a parcel, as it is named where somebody says how much of it was accepted. */
export type ParcelLine = {
  id: string
  product: { name: string }
  lot: { number: string; isNone: boolean }
  quantity: number
}

/** What did not stay with the customer, of each line of the shipment in their order; null is none. */
export type HandedValues = { isPartial: boolean; back: { refused: number | null; damaged: number | null }[] }

export const handedValues = (lines: readonly ParcelLine[]): HandedValues => ({
  isPartial: false,
  back: lines.map(() => ({ refused: null, damaged: null })),
})

/** What is sent: nothing where all was accepted. */
export const handedBody = ({ isPartial, back }: HandedValues, lines: readonly ParcelLine[]) =>
  isPartial
    ? {
        lines: lines.map(({ id, quantity }, at) => {
          const refused = back[at]?.refused ?? 0
          const damaged = back[at]?.damaged ?? 0
          return { lineId: id, delivered: acceptedPieces(quantity, back[at]), refused, damaged }
        }),
      }
    : {}
