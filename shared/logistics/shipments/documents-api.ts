import { z } from 'zod'
import { documentIds } from '#shared/delivery/documents.ts'
import { byId } from '#shared/fields.ts'
import { route } from '#shared/http/route.ts'

export const shipmentDocumentKinds = ['delivery-note', 'packing-slip'] as const
export type ShipmentDocumentKind = (typeof shipmentDocumentKinds)[number]
export const shipmentDocumentNames: Record<ShipmentDocumentKind, string> = {
  'delivery-note': 'Delivery note',
  'packing-slip': 'Packing slip',
}

/** Label formats for label printers and for sheets; a sheet of four needs the first free place. */
export const packageLabelLayouts = ['roll-100x150', 'a4-4'] as const
export type PackageLabelLayout = (typeof packageLabelLayouts)[number]
export const packageLabelLayoutNames: Record<PackageLabelLayout, string> = {
  'roll-100x150': 'Roll, 100 × 150 mm',
  'a4-4': 'A4, 4 labels of 105 × 148 mm',
}

export const packageLabelsPerPage: Record<PackageLabelLayout, number> = { 'roll-100x150': 1, 'a4-4': 4 }

/** Documents that go with the goods. POST, as a long selection doesn't fit into a URL; nothing is changed. */
export const shipmentDocumentsApi = {
  printShipment: route('GET /api/shipments/:id/documents/:kind', {
    access: 'shipping.view',
    summary: 'The delivery note or packing slip of a shipment, with lot, expiry and remaining days.',
    params: byId.extend({ kind: z.enum(shipmentDocumentKinds) }),
    reply: null,
    download: 'application/pdf',
  }),
  printProof: route('GET /api/shipments/:id/proof.pdf', {
    access: 'shipping.view',
    summary: 'The proof of delivery of a shipment: what was received, by whom and when, with the signature.',
    params: byId,
    reply: null,
    download: 'application/pdf',
  }),
  printShipments: route('POST /api/shipments/documents', {
    access: 'shipping.view',
    summary: 'The delivery notes or packing slips of many shipments as one PDF, in the order given.',
    body: z.strictObject({ ids: documentIds, kind: z.enum(shipmentDocumentKinds).default('delivery-note') }),
    emits: [],
    reply: null,
    download: 'application/pdf',
  }),
  printPackageLabels: route('POST /api/shipments/labels', {
    access: 'shipping.view',
    summary: 'A label for each package of these shipments: its SSCC as GS1-128, or its own number as a QR code.',
    body: z
      .strictObject({
        ids: documentIds,
        layout: z.enum(packageLabelLayouts).default('roll-100x150'),
        /** The place of the first label on a partly used sheet, row by row from 1. */
        start: z.number('must be a whole number').int('must be a whole number').min(1, 'must be at least 1').default(1),
      })
      .refine(({ layout, start }) => start <= packageLabelsPerPage[layout], {
        path: ['start'],
        message: 'is beyond the end of the sheet',
      }),
    emits: [],
    reply: null,
    download: 'application/pdf',
  }),
} as const
