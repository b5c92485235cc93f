import { z } from 'zod'
import type { Access } from '#shared/http/route.ts'
import { route } from '#shared/http/route.ts'
import { Money } from '#shared/money.ts'
import { groupings, RangeQuery } from './date-range.ts'

interface Measure {
  label: string
  unit: 'money' | 'count'
}

interface Dimension {
  /** One of its values: "Customer". */
  label: string
  /** All of them: "Customers". */
  plural: string
}

/** A report as data: what it sums, by what, and who may see it. server/reports says where its figures come from. */
export interface ReportDefinition {
  name: string
  label: string
  access: Access
  /** The first is what rows are ordered by. */
  measures: Readonly<Record<string, Measure>>
  dimensions: Readonly<Record<string, Dimension>>
}

/** Rows shown at first, and the most that "all" shows. */
export const topRows = 7
export const maxReportRows = 1000

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
    /** Of as many days right before; null for all time. */
    previous: Current.nullable(),
    /** Of the same days a year before; null for all time. */
    yearAgo: Current.nullable(),
  })
  return z.object({
    range: Span.extend({ groupBy: z.enum(groupings) }),
    previous: Span.nullable(),
    yearAgo: Span.nullable(),
    totals: Compared,
    /** Without gaps: a period without a record has 0. Those of the compared ranges stand beside the period in the same place. */
    periods: z.array(Span.extend(Compared.shape)),
    /** Of the dimension that was asked for, the largest first. */
    rows: z.array(z.object({ key: z.string().nullable(), label: z.string(), ...Compared.shape })),
    /** All rows, also those beyond the shown ones. */
    rowCount: z.number().int(),
    /** What the rows that are not shown add up to; null where all are shown. */
    rest: Current.nullable(),
    /** First and last day with a record at all, so that an empty range can point to one that is not. */
    earliest: z.string().nullable(),
    latest: z.string().nullable(),
  })
}

/** Declares a report's calls: its figures as JSON, and the same as a file. */
export function defineReport<const D extends ReportDefinition>(definition: D) {
  const { name, label, access } = definition
  const dimensions = Object.keys(definition.dimensions) as [string, ...string[]]
  const query = RangeQuery.safeExtend({
    /** Also splits the figures by one of: the report's dimensions. */
    by: z.enum(dimensions).optional(),
    /** Every row instead of the largest seven; at most 1,000. */
    all: z.enum(['true']).optional(),
  })
  return {
    ...definition,
    read: route(`GET /api/reports/${name}`, {
      access,
      summary: `${label} of a range by period, and by ${dimensions.join(' or ')}, compared with the range before and a year ago.`,
      query,
      reply: replyOf(definition),
    }),
    file: route(`GET /api/reports/${name}/file`, {
      access,
      summary: `The same as a file: the rows of a dimension where one is asked for, else the periods.`,
      query: query.safeExtend({ format: z.enum(fileFormats).default('csv') }),
      reply: null,
      download: 'text/csv',
    }),
  }
}

export type ReportQuery = z.output<ReturnType<typeof defineReport>['read']['spec']['query']>
export type ReportReply = z.output<ReturnType<typeof replyOf>>
