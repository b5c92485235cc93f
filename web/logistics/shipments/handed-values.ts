import type { Shipment } from '#shared/logistics/shipments/shipment.ts'

/** What did not stay with the customer, of each line of the shipment in their order; null is none. */
export type HandedValues = { isPartial: boolean; back: { refused: number | null; damaged: number | null }[] }

export const handedValues = ({ lines }: Pick<Shipment, 'lines'>): HandedValues => ({
  isPartial: false,
  back: lines.map(() => ({ refused: null, damaged: null })),
})

/** What is sent: nothing where all was accepted. */
export const handedBody = ({ isPartial, back }: HandedValues, lines: Shipment['lines']) =>
  isPartial
    ? {
        lines: lines.map(({ id, quantity }, at) => {
          const refused = back[at]?.refused ?? 0
          const damaged = back[at]?.damaged ?? 0
          return { lineId: id, delivered: quantity - refused - damaged, refused, damaged }
        }),
      }
    : {}
