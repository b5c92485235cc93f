import type { Resolver } from 'react-hook-form'
import { OrderInput } from '#shared/sales/api.ts'
import { bodyResolver } from '#web/api/body-resolver.ts'
import { orderBody, orderField, type OrderValues } from '#web/sales/order-values.ts'

/** Judges an order by the schema of the call, line by line, blank lines left out. */
export const orderResolver: Resolver<OrderValues> = (values, context, options) =>
  bodyResolver<OrderValues>({
    schema: OrderInput,
    bodyOf: orderBody,
    fieldOf: (path) => orderField(path, values),
  })(values, context, options)
