import type { TutorialKey } from '#web/app/tutorials/pick.ts'
import type { Tutorial } from '#web/app/tutorials/tutorial.ts'

/** Sidebar group "Reports". */
export const reports = {
  reports: [
    {
      title: 'The business at a glance',
      text: 'Analytics shows sales, items and order statuses on one page.',
      expect: [
        'Tabs divide the page: Overview, Trends, Items and Status.',
        'Figures count what you may view; they match the lists behind them.',
      ],
    },
    {
      title: 'Choose range and grouping',
      text: 'Everything on the page follows the range of days you choose.',
      howTo: [
        'Choose the last 7, 30, 90 or 365 days, or a custom start and end.',
        'Group the charts by day, week, month or year.',
        'Press a bar or a point to see what it is made of.',
      ],
      tips: ['For a year, group by month: days are too many to read.'],
      warning: 'There is no chart data if sales records are missing in the range you chose.',
    },
    {
      title: 'Read the tabs',
      text: 'Each tab answers one question.',
      howTo: [
        'Overview: how much was sold, and how that compares with the period before.',
        'Trends: whether it grows or falls, beside the period before and a year ago.',
        'Items: the top 7 items and categories by revenue; “Show all” lists every item.',
        'Status: the number of orders in each status.',
      ],
      tips: [
        'Every chart can be shown as a table with the exact figures; its periods lead to their orders.',
        'Press Export for the figures as CSV, Excel or PDF, and the charts as pictures.',
      ],
    },
    {
      title: 'Restore what was deleted',
      text: 'The page “Deleted items” lists products and other records that were deleted, with who deleted them and when.',
      howTo: [
        'Open Inventory Reports, choose the tab Deleted, and open the list from there.',
        'Search or filter by kind to find a record.',
        'Press “Restore” to bring it back to its list.',
        'Press “Delete permanently” to remove it for good, and confirm the question.',
      ],
      warning: 'Permanent deletion cannot be undone.',
    },
  ],
  'sales-reports': [
    {
      title: 'What was sold, and to whom',
      text: 'The sales report shows your sales over time, by customer and by status.',
      expect: ['Tabs divide the report: Overview, Trends, Customers and Status.'],
    },
    {
      title: 'Set the range of dates',
      text: 'Choose a quick range, or your own start and end.',
      howTo: ['Choose the last 7, 30, 90 or 365 days.', 'For other days choose “Custom” and enter a start and an end.'],
      expect: ['The range stays when you change tabs, and in the address when you share the page.'],
      warning: 'There is no chart data if sales records are missing. A shorter range may simply hold no sales.',
    },
    {
      title: 'Group over time',
      text: 'On Trends, group the sales by day, week, month or year.',
      howTo: ['Open the tab “Trends”.', 'Choose the grouping.', 'Move along the chart to read each period.'],
      expect: ['The dashed line is the period before, the dotted one the same days a year ago.'],
    },
    {
      title: 'Customers',
      text: 'See who buys most; Analytics shows what sells best.',
      howTo: [
        'Open the tab “Customers” to see the top 7 by what they bought.',
        'Press “Show all” for every customer.',
        'Press a name to open the orders behind its figure.',
      ],
      expect: ['Below the 7 is the total of all other customers.'],
    },
    {
      title: 'Sales by status',
      text: 'The tab “Status” shows the number and value of orders by status.',
      tips: ['Many orders that wait for stock are a reason to look at your purchase orders.'],
    },
  ],
  'inventory-reports': [
    {
      title: 'What your stock is worth and needs',
      text: 'The inventory report shows value, purchases and shortages.',
      expect: ['Tabs divide the report: Financial, Purchases, Low Stock, Prospects and Deleted.'],
    },
    {
      title: 'Financial and Purchases',
      text: 'Financial shows what the stock is worth; Purchases shows what you bought in the range you chose.',
      howTo: [
        'Choose the last 7, 30, 90 or 365 days, or a custom start and end.',
        'Group by day, week, month or year.',
        'Open “Purchases” to compare what each supplier got, how long they took and whether they were on time.',
      ],
    },
    {
      title: 'Low Stock',
      text: 'The tab lists products at their reorder point or below, those that run out first at the top.',
      expect: ['Days until out follow from what was used in the range; On order is what suppliers still owe you.'],
      howTo: [
        'Open a product to see its stock history before you order.',
        'Press “Open reorder suggestions” to draft purchase orders.',
      ],
      tips: ['Go through this tab before you write purchase orders.'],
    },
    {
      title: 'Forecast and expiry radar',
      text: 'Two pages of the Inventory List show the expected demand of the next 12 weeks and the lots that may expire unsold.',
      howTo: [
        'Open Inventory List, then its page “Forecast”, to see the demand for each item and its forecast error.',
        'Open the page “Expiry radar” beside it to see the chance and the value of each lot that may not be sold in time.',
        'There, choose the action that saves the most: promote, return, offer or write off.',
      ],
      tips: ['Treat a forecast with a large error as a rough estimate.'],
    },
    {
      title: 'Prospects',
      text: 'The tab shows the prospects added in the range by status and source, and how many became customers.',
      expect: ['Press a status or a source to open its prospects.'],
    },
    {
      title: 'Deleted',
      text: 'The tab counts what was deleted in the range, by kind; each kind opens the list of its records.',
      howTo: [
        'Press “Open deleted items”, or a kind, for the list of the records.',
        'There, press “Restore” to bring a record back into its list.',
        'Press “Delete permanently” only for what you never need again, and confirm.',
      ],
      warning: 'Permanent deletion cannot be undone.',
    },
  ],
} satisfies Partial<Record<TutorialKey, Tutorial>>
