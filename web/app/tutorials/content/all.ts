import { accounts } from '#web/app/tutorials/content/accounts.ts'
import { administration } from '#web/app/tutorials/content/administration.ts'
import { inventory } from '#web/app/tutorials/content/inventory.ts'
import { logistics } from '#web/app/tutorials/content/logistics.ts'
import { orders } from '#web/app/tutorials/content/orders.ts'
import { overview } from '#web/app/tutorials/content/overview.ts'
import { reports } from '#web/app/tutorials/content/reports.ts'
import { stock } from '#web/app/tutorials/content/stock.ts'
import type { TutorialKey } from '#web/app/tutorials/pick.ts'
import type { Tutorial } from '#web/app/tutorials/tutorial.ts'

/** Every tutorial there is; fetched only when one opens. */
export const tutorials: Readonly<Record<TutorialKey, Tutorial>> = {
  ...overview,
  ...accounts,
  ...inventory,
  ...stock,
  ...orders,
  ...reports,
  ...logistics,
  ...administration,
}
