import type { Seen } from './dashboard-parts.ts'

/** The content below “Today”: figures in one row, then cards; each requires the right to its part. */
const dashboardCards = {
  salesFigure: { label: 'Sales (figure)', part: 'sales', isFigure: true },
  lowStockFigure: { label: 'Low stock (figure)', part: 'stock', isFigure: true },
  outOfStockFigure: { label: 'Out of stock (figure)', part: 'stock', isFigure: true },
  receivablesFigure: { label: 'Receivables (figure)', part: 'invoices', isFigure: true },
  sales: { label: 'Sales over time', part: 'sales', isFigure: false },
  orderStatus: { label: 'Orders by status', part: 'orders', isFigure: false },
  topItems: { label: 'Top items', part: 'sales', isFigure: false },
  lowStock: { label: 'Low and out of stock', part: 'stock', isFigure: false },
  expiring: { label: 'Expiring stock', part: 'stock', isFigure: false },
  receivables: { label: 'Receivables', part: 'invoices', isFigure: false },
} as const satisfies Record<string, { label: string; part: keyof Seen; isFigure: boolean }>
export type CardName = keyof typeof dashboardCards

export const cardLabels = Object.fromEntries(
  Object.entries(dashboardCards).map(([name, { label }]) => [name, label]),
) as Record<CardName, string>

/** The card that shows the loading error of the figures: the first one, but not expiring stock, which has its own query. */
export const noticeCard = (chosen: readonly CardName[]) =>
  chosen.find((name) => !dashboardCards[name].isFigure && name !== 'expiring')

/** The key under which the user's choice is stored. */
export const cardList = 'dashboard-cards'

export const cardsFor = (seen: Seen): CardName[] =>
  (Object.keys(dashboardCards) as CardName[]).filter((name) => seen[dashboardCards[name].part])
