import { accounts } from './accounts.ts'
import { administration } from './administration.ts'
import { inventory } from './inventory.ts'
import { logistics } from './logistics.ts'
import { orders } from './orders.ts'
import { overview } from './overview.ts'
import { planning } from './planning.ts'
import { reports } from './reports.ts'
import { stock } from './stock.ts'
import type { TutorialKey } from '#web/app/tutorials/pick.ts'
import type { Tutorial } from '#web/app/tutorials/tutorial.ts'

/** All tutorials; loaded when the first one opens. */
export const tutorials: Readonly<Record<TutorialKey, Tutorial>> = {
  ...overview,
  ...accounts,
  ...inventory,
  ...stock,
  ...orders,
  ...reports,
  ...logistics,
  ...administration,
  ...planning,
}
