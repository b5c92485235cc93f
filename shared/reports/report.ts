import { z } from 'zod'
import type { Access } from '#shared/http/route.ts'
import { route } from '#shared/http/route.ts'
import { Id } from '#shared/fields.ts'
import { pageOf, pageQuery } from '#shared/http/paging.ts'
import { Money } from '#shared/money.ts'
import { groupings, RangeQuery } from './date-range.ts'

export interface Measure {
  label: string
  /** `km`: stored in metres. */
  unit: 'money' | 'count' | 'km'
  /** More of it is worse: losses, delays, waste. */
  moreIsWorse?: true
}

interface Dimension {
  /** One of its values: "Customer". */
  label: string
  /** All of them: "Customers". */
  plural: string
}

/** A report as data: its measures, dimensions and rights. server/reports has its sources. */
export interface ReportDefinition {
  name: string
  label: string
  /** What an empty range has none of: "expired lots". */
  noun: string
  access: Access
  /** The page where it opens. */
  page: `/reports${string}`
  /** Rows are ordered by the first one. */
  measures: Readonly<Record<string, Measure>>
  dimensions: Readonly<Record<string, Dimension>>
  /** Ratios of two measures: the margin of the net amount. */
  ratios?: readonly { label: string; part: string; whole: string; unit?: 'percent' | 'number' }[]
  /** One sentence for the list of all reports. */
  about?: string
  /** A balance at the end of a day (receivables, stock on hand), not a sum over a period. */
  isBalance?: boolean
  /** Computed from the records themselves, not from daily sums: it may take some time. */
  isSlow?: boolean
}

/** Besides the right to a report: to export it, and to have it mailed. */
export const exportRight = 'reports.view'

/** Rows shown at first, and the maximum with "all". */
export const topRows = 7
export const maxReportRows = 1000

/** The statement timeout of reports over records. */
export const slowReportSeconds = 20

const fileFormats = ['csv', 'xlsx', 'pdf'] as const

const Span = z.object({ start: z.string(), end: z.string() })

/** Figures by the name of their measure: amounts as decimals in major units, counts as numbers. */
export type Figures<M extends string = string> = Readonly<Record<M, string | number>>

const figuresOf = (definition: ReportDefinition) =>
  z.object(
    Object.fromEntries(
      Object.entries(definition.measures).map(([name, { unit }]) => [
        name,
        unit === 'money' ? Money : z.number().int(),
      ]),
    ),
  ) as unknown as z.ZodType<Figures>

function replyOf(definition: ReportDefinition) {
  const Current = figuresOf(definition)
  const Compared = z.object({
    current: Current,
    /** For the same number of days right before; null for all time. */
    previous: Current.nullable(),
    /** For the same days a year before; null for all time. */
    yearAgo: Current.nullable(),
  })
  return z.object({
    range: Span.extend({ groupBy: z.enum(groupings) }),
    previous: Span.nullable(),
    yearAgo: Span.nullable(),
    totals: Compared,
    /** Without gaps: a period without records has 0. Periods of the compared ranges are matched by position. */
    periods: z.array(Span.extend(Compared.shape)),
    /** The rows of the requested dimension, the largest first. */
    rows: z.array(z.object({ key: z.string().nullable(), label: z.string(), ...Compared.shape })),
    /** The number of all rows, including those not shown. */
    rowCount: z.number().int(),
    /** The sum of the rows that are not shown; null if all are shown. */
    rest: Current.nullable(),
    /** The first and last day with a record overall, if the range is empty (to suggest another one) or all time. */
    earliest: z.string().nullable(),
    latest: z.string().nullable(),
    /** The time of the figures, if they come from a replica that is slightly behind; null: now. */
    asOf: z.string().nullable(),
  })
}

/** Kinds of records, which determine the page to open. */
export const recordKinds = [
  'order',
  'invoice',
  'purchase',
  'route',
  'shipment',
  'prospect',
  'item',
  'lot',
  'stock-count',
  'recall',
  'customer',
  'supplier',
  'contact',
  'opportunity',
  'estimate',
  'return',
  'transfer',
  'production',
  'kit',
  'kit-order',
  'raw-material',
  'location',
  'user',
  'none',
] as const

function recordsOf(definition: ReportDefinition) {
  const figures = figuresOf(definition)
  return pageOf(
    z.object({
      id: Id,
      day: z.string(),
      kind: z.enum(recordKinds),
      recordId: Id.nullable(),
      name: z.string(),
      detail: z.string().nullable(),
      figures,
    }),
  ).extend({
    range: Span,
    /** The label of the dimension's row. */
    label: z.string().nullable(),
    /** Of all records, not only of this page. */
    totals: figures,
  })
}
export type ReportRecords = z.output<ReturnType<typeof recordsOf>>

/** Declares a report's endpoints: its figures as JSON, and as a file. */
export function defineReport<const D extends ReportDefinition>(definition: D) {
  const { name, label, access } = definition
  const dimensions = Object.keys(definition.dimensions) as [string, ...string[]]
  const query = RangeQuery.safeExtend({
    /** Also splits the figures by one of the report's dimensions. */
    by: z.enum(dimensions).optional(),
    /** All rows instead of the largest seven; at most 1,000. */
    all: z.enum(['true']).optional(),
  })
  return {
    ...definition,
    read: route(`GET /api/reports/${name}`, {
      access,
      summary: `${label} ${definition.isBalance ? 'at the end of a range and of its periods' : 'of a range by period'}, and by ${dimensions.join(' or ')}, compared with the range before and a year ago.`,
      query,
      reply: replyOf(definition),
    }),
    records: route(`GET /api/reports/${name}/records`, {
      access,
      summary: 'The records of a range, of one row of a dimension where asked for, that add up to its figures.',
      query: RangeQuery.safeExtend({
        limit: pageQuery.limit,
        cursor: pageQuery.cursor,
        by: z.enum(dimensions).optional(),
        /** The row's key; undefined with a dimension: records without a value. */
        key: z.string().max(200).optional(),
      }),
      reply: recordsOf(definition),
    }),
    file: route(`GET /api/reports/${name}/file`, {
      access: { all: [access, exportRight] },
      summary: `The same as a file: the rows of a dimension where one is asked for, else the periods.`,
      query: query.safeExtend({ format: z.enum(fileFormats).default('csv') }),
      reply: null,
      download: 'text/csv',
    }),
  }
}

/** A report computed from the records themselves, on a standard page. */
export const defineRecordReport = <const D extends Omit<ReportDefinition, 'page' | 'isSlow'> & { about: string }>(
  definition: D,
) => defineReport({ ...definition, page: `/reports/${definition.name}`, isSlow: true })

export type ReportQuery = z.output<ReturnType<typeof defineReport>['read']['spec']['query']>
export type ReportReply = z.output<ReturnType<typeof replyOf>>
