import { z } from 'zod'
import { Id, optionalText, text, Moment } from '#shared/fields.ts'
import { deliveryFailures } from '#shared/logistics/shipments/shipment-status.ts'
import { HandedLines } from '#shared/logistics/shipments/handed-lines.ts'

export const driverEventTypes = [
  'route.start',
  'route.load',
  'stop.arrive',
  'stop.deliver',
  'stop.fail',
  'stop.postpone',
  'stop.undo',
  'route.end',
  'note.add',
] as const
export type DriverEventType = (typeof driverEventTypes)[number]

/** A delivery or failure can be undone within this many seconds, by the clock of the device that recorded it. */
export const undoSeconds = 10
export const maxEvents = 100

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'is not a SHA-256 in hex')

/** The driver's position; null if the device has none. */
const Place = z
  .strictObject({
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    accuracy: z.number().min(0).max(1_000_000).nullish(),
  })
  .nullish()

const nothing = z.strictObject({ place: Place })

/** The payload of each kind of event. */
export const driverPayloads = {
  'route.start': nothing,
  /** Packages by their code; `isComplete` ends the load check. */
  'route.load': z.strictObject({
    codes: z.array(text(60)).max(1000),
    isComplete: z.boolean().default(false),
    place: Place,
  }),
  'stop.arrive': nothing,
  'stop.deliver': z
    .strictObject({
      receivedBy: text(160),
      /** SHA-256 of the signature's picture, or the typed name. */
      signature: Sha256.nullish(),
      typedName: optionalText(160),
      photos: z.array(Sha256).max(10).default([]),
      /** Packages by their code that were scanned at the delivery. */
      scanned: z.array(text(60)).max(1000).default([]),
      notes: optionalText(1000),
      lines: HandedLines,
      /** Cash received, a decimal string. */
      cash: z
        .string()
        .regex(/^\d{1,10}(\.\d{1,2})?$/, 'is not an amount')
        .nullish(),
      /** SHA-256 of the proof's canonical JSON; the server recomputes it and refuses a different one. */
      hash: Sha256,
      place: Place,
    })
    .refine(({ signature, typedName }) => signature || typedName, {
      path: ['signature'],
      message: 'or a typed name is required',
    }),
  'stop.fail': z
    .strictObject({
      reason: z.enum(deliveryFailures),
      note: optionalText(1000),
      photos: z.array(Sha256).max(10).default([]),
      place: Place,
    })
    .refine(({ reason, note }) => reason !== 'OTHER' || note, {
      path: ['note'],
      message: 'is required when the reason is other',
    }),
  'stop.postpone': z.strictObject({ reason: text(500), afterStopId: Id.nullish(), place: Place }),
  /** Undoes the delivery or failure recorded by this event. */
  'stop.undo': z.strictObject({ eventId: Id, place: Place }),
  'route.end': z.strictObject({ drivenKm: z.number().min(0).max(5000).nullish(), place: Place }),
  'note.add': z.strictObject({ text: text(1000), photos: z.array(Sha256).max(10).default([]), place: Place }),
} as const satisfies Record<DriverEventType, z.ZodType>
export type DriverPayload<T extends DriverEventType> = z.output<(typeof driverPayloads)[T]>

export const DriverEvent = z.strictObject({
  eventId: Id,
  /** A counter of the device, from 1. */
  seq: z.number().int().min(1).max(1_000_000_000),
  /** By the device's clock. */
  at: Moment({ offset: true }),
  type: z.enum(driverEventTypes),
  routeId: Id,
  stopId: Id.optional(),
  /** As in `driverPayloads`; an invalid payload refuses only its event. */
  payload: z.record(z.string(), z.unknown()).default({}),
})
export type DriverEvent = z.output<typeof DriverEvent>

export const eventOutcomes = ['applied', 'duplicate', 'recorded', 'refused'] as const
export type EventOutcome = (typeof eventOutcomes)[number]
