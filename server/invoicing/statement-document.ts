import type { DocumentContent } from '#server/documents/document-content.ts'
import { formatDay } from '#shared/format-day.ts'
import { formatFigure } from '#server/documents/formats.ts'
import { ageNames } from '#shared/invoicing/ageing.ts'
import type { Settings } from '#shared/settings/api.ts'
import { payToBlock } from './invoice-document.ts'
import { type Statement, statementNames } from '#shared/invoicing/balances-api.ts'

/** The statement of account for the customer, with the figures of its page. */
export function statementDocument(
  { account, from, until, opening, closing, lines, dueToday }: Statement,
  { currency, company }: Pick<Settings, 'currency' | 'company'>,
): DocumentContent {
  const heading = 'Statement of account'
  return {
    name: `${heading} ${account.name}`,
    heading,
    number: `${formatDay(from)} – ${formatDay(until)}`,
    foot: `${heading} · ${account.name}`,
    blocks: [
      ['Customer', [account.name, account.address, account.country, account.email]],
      ['Details', [`Amounts in ${currency}`]],
    ],
    columns: [
      { name: 'Date', width: 70 },
      { name: 'Description', width: '*' },
      { name: 'Due', width: 70 },
      { name: 'Amount', width: 76, isFigure: true },
      { name: 'Balance', width: 84, isFigure: true },
    ],
    lines: [
      [formatDay(from), 'Opening balance', '', '', formatFigure(opening, 2)],
      ...lines.map((line) => [
        formatDay(line.day),
        [statementNames[line.kind], line.number].filter(Boolean).join(' '),
        line.dueDate ? formatDay(line.dueDate) : '',
        formatFigure(line.amount, 2),
        formatFigure(line.balance, 2),
      ]),
    ],
    isNumbered: false,
    sums: [{ label: `Closing balance, ${currency}`, amount: closing, isBold: true }],
    figures: {
      heading: `Balance due by age, ${formatDay(dueToday.day)}`,
      totals: [
        ...dueToday.ages.map(({ age, due }) => ({ label: ageNames[age], amount: due })),
        ...(Number(dueToday.credit) > 0 ? [{ label: 'Credit', amount: `-${dueToday.credit}` }] : []),
        { label: 'Balance', amount: dueToday.balance, isBold: true },
      ],
    },
    below: Number(dueToday.balance) > 0 ? payToBlock(company) : [],
  }
}
