import type { TutorialKey } from '#web/app/tutorials/pick.ts'
import type { Tutorial } from '#web/app/tutorials/tutorial.ts'

/** Our own planning pages, and the journal for accountants. */
export const planning = {
  forecast: [
    {
      title: 'Expected demand',
      text: 'The forecast estimates the demand for each item in the next 12 weeks. It is recalculated every night from past orders.',
      expect: ['Reorder suggestions and the expiry radar use the same figures.'],
    },
    {
      title: 'Forecast accuracy',
      text: 'Each forecast is tested on the item’s own past months, and its error is shown next to it.',
      expect: [
        'The “Forecast error” is the share of a month’s demand by which forecasts were wrong.',
        'Next to it is the error of simply expecting the same as last month.',
      ],
      tips: ['Items with little history have no error yet; treat their forecast with caution.'],
    },
    {
      title: 'Use it',
      text: 'Open an item to see its weeks, or search for one.',
      howTo: ['Sort a column to see the largest figures first.', 'Press “Recalculate” to update all forecasts now.'],
    },
  ],
  'expiry-radar': [
    {
      title: 'Stock that may expire unsold',
      text: 'The radar compares the forecast demand with your lots, first expired first out, and shows what is left when a lot expires.',
      expect: ['Each lot shows how much may be left and what that is worth at cost.'],
    },
    {
      title: 'Choose a period',
      text: 'The figures and the chart follow the period you choose.',
      howTo: [
        'Choose a number of weeks under “Expires”.',
        'Look at the chart for the weeks in which the most is at risk.',
      ],
    },
    {
      title: 'Use the goods in time',
      text: 'For each lot the radar compares the possible actions and what each would save.',
      howTo: ['Press “Actions” beside a lot.', 'Begin with the action that saves the most.'],
      expect: ['Nothing is moved or marked down until you save it on the page that opens.'],
    },
  ],
  journal: [
    {
      title: 'Your books as double entry',
      text: 'The journal derives its entries from invoices, credit notes, payments and stock movements. Nothing is entered by hand.',
      howTo: [
        'Choose the days at the top.',
        'Press a document to open it, or an account of the trial balance to see its entries.',
      ],
      expect: ['Debits and credits of every entry are equal, and so are their totals.'],
    },
    {
      title: 'Name your accounts',
      text: 'Under Accounts you give the numbers and names that your accountant uses.',
      expect: ['A change also applies to past periods, as entries are derived each time.'],
    },
    {
      title: 'Export the journal',
      text: 'The journal can be exported as a general file and for common accounting programs.',
      howTo: ['Press “Export” and choose the format your accountant needs.'],
    },
    {
      title: 'Close a period',
      text: 'Administrators close the books up to a day under Closed periods.',
      expect: ['Payments, receipts and returns can’t be dated into a closed period.'],
      warning: 'Reopening a period is kept with your name and reason.',
    },
  ],
} satisfies Partial<Record<TutorialKey, Tutorial>>
