import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { writeDay, writeFigure } from '#shared/figures.ts'
import { type Statement, statementNames } from '#shared/invoicing/balances-api.ts'
import type { Settings } from '#shared/settings/api.ts'
import { block, companyBlock, footer, grey, head, right, rows, sumTable } from './document-parts.ts'

/** The statement of account as the customer gets it; its figures are those of the page. */
export function statementDocument(statement: Statement, settings: Settings): TDocumentDefinitions {
  const { currency, company } = settings
  const { account, from, until, opening, closing } = statement
  return {
    info: { title: `Statement of account ${account.name}`, author: company.name },
    pageMargins: [40, 40, 40, 50],
    footer: footer(`${company.name} · Statement of account · ${account.name}`),
    content: [
      {
        columns: [
          { stack: companyBlock(company) },
          {
            stack: [
              { text: 'Statement of account', fontSize: 18, bold: true },
              { text: `${writeDay(from)} – ${writeDay(until)}`, color: grey },
            ],
            alignment: 'right',
          },
        ],
      },
      {
        columns: [
          block('Customer', [account.name, account.address, account.country, account.email]),
          block('Details', [`Amounts in ${currency}`]),
        ],
        columnGap: 20,
        margin: [0, 24, 0, 20],
      },
      {
        table: {
          headerRows: 1,
          dontBreakRows: true,
          widths: [70, '*', 70, 76, 84],
          body: [
            [head('Date'), head('What'), head('Due'), head('Amount', true), head('Balance', true)],
            [writeDay(from), 'Opening balance', '', '', right(writeFigure(opening, 2))],
            ...statement.lines.map((line) => [
              writeDay(line.day),
              [statementNames[line.kind], line.number].filter(Boolean).join(' '),
              line.dueDate ? writeDay(line.dueDate) : '',
              right(writeFigure(line.amount, 2)),
              right(writeFigure(line.balance, 2)),
            ]),
          ],
        },
        layout: rows,
      },
      sumTable([[`Closing balance, ${currency}`, closing, true]]),
    ],
  }
}
